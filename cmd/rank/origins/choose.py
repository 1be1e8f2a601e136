"""Chooses the files of testdata/origins.txt: choose.py CANDIDATES CACHE > origins.txt.

A line of CANDIDATES has a language, an exercise and packages, in the order in which they
count. npm's and PyPI's are the most downloaded ones whose names have the word of the
exercise, and else only synonyms and words such as js, node, fast and simple. There is no
such list of Go's and Rust's: those are packages that documentation names for the exercise.

Of each package it takes the newest release and the one in the middle of the list, or the
first if these have none, and of each release the main file: the largest source file of
1 to 40 KB that is neither a test nor generated. An older release counts if there are four
or more and the file has the same name. It reads what packages say of themselves and their
licences, and compares no code. Registries change, so another run may choose other
releases; those that were chosen, and the sums of their files, are in origins.txt.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
EXTENSION = {"javascript": (".js", ".mjs", ".cjs"), "python": (".py",), "go": (".go",), "rust": (".rs",)}
SKIPPED = re.compile(
    r"(^|/)(tests?|__tests__|specs?|examples?|bench\w*|docs?|demo\w*|dist|build|umd|vendor\w*|_vendor|third_party"
    r"|node_modules|scripts?|cmd|bin|tools?|coverage)/|test|spec\.|bench|\.min\.|bundle|(^|/)(setup|cli|conftest|build|_?version)\.\w+$",
    re.I,
)
GENERATED = re.compile(
    r"generated (by|from)|do not edit|@generated|__esModule|__awaiter|_classCallCheck|sourceMappingURL|webpack", re.I
)
# What a package that may contain the work of another says of it.
DERIVED = re.compile(
    r"\bport(ed)? (of|from)\b|\b(adapted|stolen|translated|forked|inspired)( \w+)? (from|by)\b|\b(fork|mirror|rewrite|translation) of\b"
    r"|\boriginal(ly)? (by|from|author|implementation|written)|\bcredits? (to|goes)\b|stackoverflow\.com|rosettacode|wikibooks\.org"
    r"|(\bbased (up)?on|\bcopy of|\b(derived|copied|taken|borrowed|extracted|modified) from)\b(?! the License).{0,60}?"
    r"(https?:(?!//keepachangelog)|github|implementation|\bcode\b|library|package|module|\bwork\b|source)",
    re.I | re.S,
)


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd="/").stdout


def releases(cache, language, package):
    """The releases of a package that are not previews, the oldest first."""
    kept = cache / language / (package.replace("/", "+") + ".releases")
    if kept.exists():
        return json.loads(kept.read_text())
    if language == "javascript":
        found = json.loads(run("npm", "view", package, "versions", "--json"))
    elif language == "python":
        text = run(sys.executable, "-m", "pip", "index", "versions", "--only-binary", ":all:", package)
        found = re.search(r"Available versions: (.*)", text)[1].split(", ")[::-1]
    elif language == "go":
        found = json.loads(run("go", "list", "-m", "-versions", "-json", package + "@latest")).get("Versions")
        found = found or [json.loads(run("go", "list", "-m", "-json", package + "@latest"))["Version"]]
        found = [v for v in found if not re.search(r"-(rc|alpha|beta|pre)", v)] or found
    else:
        run("cargo", "info", "-q", package)  # leaves the list of releases in the cache of the index
        home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
        [index, *_] = home.glob(f"registry/index/*/.cache/*/*/{package}")
        entries = re.findall(rb'\{"name":.*?\}(?=\x00|$)', index.read_bytes(), re.S)
        found = [e["vers"] for e in map(json.loads, entries) if not e["yanked"]]
    found = [found] if isinstance(found, str) else found
    if language != "go":
        found = [v for v in found if re.fullmatch(r"[\d.]+", v)] or found
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(found))
    return found


def main_file(language, folder):
    """The path of the main file of a release, or None."""
    best, size = None, 0
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or path.suffix not in EXTENSION[language] or SKIPPED.search(name):
            continue
        data = path.read_bytes()
        text = data.decode("utf-8", "replace")
        longest = max(map(len, text.split("\n")))
        if 1000 <= len(data) <= 40960 and len(data) > size and longest <= 1000 and not GENERATED.search(text):
            best, size = name, len(data)
    return best


def fetch(cache, language, package, version):
    folder = cache / language / f"{package.replace('/', '+')}@{version}"
    if not folder.exists():
        run("sh", str(HERE / "fetch.sh"), language, package, version, str(folder))
    return folder


def says(folder, file):
    """What a release says of itself: its metadata, and with it the README and the comments of the main file."""
    data, readme = "", ""
    for path in sorted(folder.rglob("*")):
        name = path.name.lower()
        if not path.is_file() or "node_modules" in path.parts:
            continue
        if name == "package.json" and path.parent == folder:
            known = json.loads(path.read_text(encoding="utf-8"))
            data += json.dumps([known.get(k) for k in ("name", "description", "author", "repository")]) + "\n"
        elif name in ("metadata", "cargo.toml"):
            data += path.read_text(encoding="utf-8", errors="replace") + "\n"
        elif name.startswith("readme"):
            readme += path.read_text(encoding="utf-8", errors="replace") + "\n"
    marks = re.findall(r"(?s)/\*.*?\*/|\"\"\".*?\"\"\"|(?m:(?://|#).*$)", (folder / file).read_text(errors="replace"))
    return data, data + readme + "\n".join(marks)


def holders(folder, file):
    """The holders of the copyright that licences and the main file name, in lower case."""
    found = set()
    for path in folder.rglob("*"):
        if re.match(r"(licen[cs]e|copying|notice|authors)", path.name, re.I) and path.is_file() or path == folder / file:
            for line in path.read_text(errors="replace").split("\n"):
                m = re.match(r"\W*copyright\W+(?:\(c\)|©)?[\s\d,–-]*(?:present)?\s*(?:by )?(.+)", line, re.I)
                name = re.sub(r"<.*|\(.*|https?:.*|all rights.*|\W+$", "", m[1], flags=re.I).strip().lower() if m else ""
                if name and not re.search(r"\b(notice|owner|holders?|license|law|interest|the authors)\b|\[|\{", name):
                    found.add(name)
    return found


def owner(language, package, text):
    """Who keeps the repository of a package, by its metadata."""
    m = re.search(r"(?:github|gitlab)\.com[/:]([\w.-]+)/|\"(?:github:)?([\w.-]+)/[\w.-]+\"\]$", package + "/" if language == "go" else text, re.M)
    return (m[1] or m[2]).lower() if m else None


def examine(cache, language, package):
    """The main files of the newest and of an older release, and what is known of the package."""
    known = releases(cache, language, package)
    files = []
    for release in dict.fromkeys((known[-1], known[len(known) // 2], known[0])):
        try:
            folder = fetch(cache, language, package, release)
        except subprocess.CalledProcessError:
            continue  # no wheel
        file = main_file(language, folder)
        if file is None or len(files) == 2:
            continue
        if not files or (Path(file).name == Path(files[0][1]).name and len(known) >= 4):
            files.append((release, file, folder / file))
    if not files:
        return None
    newest, file = fetch(cache, language, package, files[0][0]), files[0][1]
    data, text = says(newest, file)
    kept = set().union(*(holders(path.parents[file.count("/")], file) for _, file, path in files))
    return {"package": package, "files": files, "says": text, "holders": kept, "owner": owner(language, package, data)}


def origins(group):
    """Gives every package an origin: itself, one that it says it is a fork of, or one whose licence it keeps."""
    for p in group:
        p["origin"], p["kind"] = p["package"], "main"
    for i, p in enumerate(group):
        for q in group:
            last = q["package"].split("/")[-1]
            # A name of one plain word must be marked as a name.
            name = r"\W+(?:\S*/)?" if re.search(r"[-._]", last) else r"(?:\W+\S*/|[^.\n]{0,40}[`'\"\[])"
            name += re.escape(last) + r"\b(?!-)"
            declared = re.search(rf"(?:(?:fork|mirror|copy) of|(?:forked|extracted) from){name}", p["says"], re.I)
            kept = p["holders"] & q["holders"] and p["owner"] != q["owner"] and group.index(q) < i
            if q is not p and (declared or kept) and q["kind"] != "fork" and q["origin"] != p["package"]:
                p["origin"], p["kind"] = q["origin"], "fork"
                break
        if p["kind"] == "main" and DERIVED.search(p["says"]):
            p["kind"] = "unsure"
    copied = {p["origin"] for p in group if p["kind"] == "fork"}
    for p in group:
        if p["kind"] == "fork" and p["package"] in copied:
            p["kind"] = "main"


def main():
    cache = Path(sys.argv[2]).absolute()
    for line in Path(sys.argv[1]).read_text().splitlines():
        language, exercise, *packages = line.split()
        group, owners = [], set()
        for package in packages:
            try:
                p = examine(cache, language, package)
            except (subprocess.CalledProcessError, ValueError, TypeError) as e:
                print(f"{language} {package}: {getattr(e, 'stderr', e) or e}"[:300], file=sys.stderr)
                continue
            if p is None:
                print(f"{language} {package}: no main file", file=sys.stderr)
                continue
            group.append(p)
        origins(group)
        seen, doubted = set(), set()
        for p in group:
            if p["kind"] == "unsure" or (p["kind"] == "main" and p["owner"] in owners):  # an author may copy himself
                doubted.add(p["origin"])
            owners |= {p["owner"]} - {None}
        for p in group:
            unsure = p["origin"] in doubted
            for n, (version, file, path) in enumerate(p["files"]):
                digest = hashlib.sha256(path.read_bytes()).hexdigest()
                if digest in seen or (n and p["kind"] == "fork"):
                    break
                seen.add(digest)
                kind = "fork" if p["kind"] == "fork" else "older" if n else "main"
                print(language, exercise, f"{p['package']}@{version}", file, p["origin"], kind + "?" * unsure, digest, flush=True)
        print(f"{language} {exercise}: {len(group)} packages", file=sys.stderr)


main()
