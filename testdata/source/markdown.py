#!/usr/bin/env python3
"""A small part of Markdown, turned into HTML.

Understood are headings, paragraphs, block quotes, fenced code, bullet and
numbered lists (nested by indentation), rules, and inside of a line: emphasis,
strong emphasis, code, links, images and automatic links.

Not understood:

# tables
# reference links
# HTML in the text, which is escaped
"""

import html
import re
import sys

HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
FENCE = re.compile(r"^(`{3,}|~{3,})\s*([\w+-]*)\s*$")
RULE = re.compile(r"^\s*([-*_])(?:\s*\1){2,}\s*$")
BULLET = re.compile(r"^(\s*)([-*+])\s+(.*)$")
NUMBER = re.compile(r"^(\s*)(\d{1,9})[.)]\s+(.*)$")
QUOTE = re.compile(r"^\s*>\s?(.*)$")

CODE_SPAN = re.compile(r"(`+)(.+?)\1(?!`)")
IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)(?:\s+\"([^\"]*)\")?\)")
LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)(?:\s+\"([^\"]*)\")?\)")
AUTOLINK = re.compile(r"&lt;(https?://[^\s&]+)&gt;")
STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
EMPHASIS = re.compile(r"(\*|_)(?=\S)(.+?)(?<=\S)\1")

# Addresses that a click may go to.
SCHEMES = ("http:", "https:", "mailto:", "ftp:")


def safe_address(address):
    """Returns the address, or # where it would run a script."""
    head = address.split("/", 1)[0].lower()
    if ":" in head and not head.startswith(SCHEMES):
        return "#"
    return address


def attribute(name, value):
    return f' {name}="{value}"' if value else ""


class Inline:
    """Turns the text inside of one block into HTML.

    Code spans are taken out first and put back last, so that nothing in them
    is mistaken for emphasis.
    """

    def __init__(self):
        self.kept = []

    def keep(self, markup):
        self.kept.append(markup)
        return f"\x00{len(self.kept) - 1}\x00"

    def code(self, found):
        inside = found.group(2).strip()
        return self.keep(f"<code>{html.escape(inside, quote=False)}</code>")

    def link(self, found):
        label, address, title = found.groups()
        address = safe_address(address)
        opening = f'<a href="{address}"' + attribute("title", title) + ">"
        return self.keep(opening) + label + self.keep("</a>")

    def image(self, found):
        text, address, title = found.groups()
        address = safe_address(address)
        return self.keep(f'<img src="{address}" alt="{text}"' + attribute("title", title) + ">")

    def automatic(self, found):
        address = found.group(1)
        return self.keep(f'<a href="{address}">{address}</a>')

    def restore(self, text):
        previous = None
        while previous != text:
            previous = text
            text = re.sub(r"\x00(\d+)\x00", lambda found: self.kept[int(found.group(1))], text)
        return text

    def render(self, text):
        self.kept.clear()
        text = text.replace("\x00", "")
        text = CODE_SPAN.sub(self.code, text)
        text = html.escape(text, quote=False)
        text = IMAGE.sub(self.image, text)
        text = LINK.sub(self.link, text)
        text = AUTOLINK.sub(self.automatic, text)
        text = STRONG.sub(r"<strong>\2</strong>", text)
        text = EMPHASIS.sub(r"<em>\2</em>", text)
        text = re.sub(r" {2,}\n", "<br>\n", text)
        return self.restore(text)


def anchor(title, used):
    """A name for a heading that no earlier one has."""
    name = re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") or "section"
    if name in used:
        used[name] += 1
        return f"{name}-{used[name]}"
    used[name] = 0
    return name


class Converter:
    def __init__(self, anchors=True):
        self.inline = Inline()
        self.anchors = anchors
        self.used = {}
        self.contents = []

    def convert(self, text):
        lines = text.expandtabs(4).replace("\r\n", "\n").split("\n")
        return "\n".join(self.blocks(lines)) + "\n"

    def blocks(self, lines):
        out = []
        at = 0
        while at < len(lines):
            line = lines[at]
            if not line.strip():
                at += 1
                continue
            for block in (self.fence, self.heading, self.rule, self.quote, self.list):
                taken = block(lines, at, out)
                if taken:
                    at += taken
                    break
            else:
                at += self.paragraph(lines, at, out)
        return out

    # Each of the following returns how many lines it took, 0 if the block is
    # of another kind.

    def fence(self, lines, at, out):
        opening = FENCE.match(lines[at])
        if not opening:
            return 0
        marker, language = opening.groups()
        end = at + 1
        while end < len(lines) and not lines[end].startswith(marker):
            end += 1
        css = f' class="language-{language}"' if language else ""
        body = html.escape("\n".join(lines[at + 1:end]), quote=False)
        out.append(f"<pre><code{css}>{body}\n</code></pre>")
        return min(end + 1, len(lines)) - at

    def heading(self, lines, at, out):
        found = HEADING.match(lines[at])
        if not found:
            return 0
        level = len(found.group(1))
        title = self.inline.render(found.group(2))
        name = anchor(found.group(2), self.used) if self.anchors else None
        self.contents.append((level, title, name))
        out.append(f"<h{level}{attribute('id', name)}>{title}</h{level}>")
        return 1

    def rule(self, lines, at, out):
        if not RULE.match(lines[at]):
            return 0
        out.append("<hr>")
        return 1

    def quote(self, lines, at, out):
        inside = []
        while at + len(inside) < len(lines):
            found = QUOTE.match(lines[at + len(inside)])
            if not found:
                break
            inside.append(found.group(1))
        if inside:
            out.append("<blockquote>")
            out.extend(self.blocks(inside))
            out.append("</blockquote>")
        return len(inside)

    def list(self, lines, at, out):
        kind = BULLET if BULLET.match(lines[at]) else NUMBER
        first = kind.match(lines[at])
        if not first:
            return 0
        outer = len(first.group(1))
        items = []
        end = at
        while end < len(lines):
            line = lines[end]
            found = kind.match(line)
            depth = len(line) - len(line.lstrip())
            if found and len(found.group(1)) <= outer:
                items.append([found.group(3)])
            elif not line.strip():
                # A blank line ends the list unless it goes on behind it.
                rest = lines[end + 1] if end + 1 < len(lines) else ""
                if not (kind.match(rest) or rest.startswith(" " * (outer + 2))):
                    break
            elif depth > outer:
                items[-1].append(line[min(depth, outer + 2):])
            else:
                break
            end += 1
        tag = "ul" if kind is BULLET else "ol"
        start = attribute("start", first.group(2)) if tag == "ol" and first.group(2) != "1" else ""
        out.append(f"<{tag}{start}>")
        for item in items:
            out.append("<li>" + self.item(item) + "</li>")
        out.append(f"</{tag}>")
        return end - at

    def item(self, lines):
        if len(lines) == 1:
            return self.inline.render(lines[0])
        head = self.inline.render(lines[0])
        return head + "\n" + "\n".join(self.blocks(lines[1:]))

    def paragraph(self, lines, at, out):
        end = at + 1
        while end < len(lines) and lines[end].strip():
            if any(e.match(lines[end]) for e in (HEADING, FENCE, RULE, QUOTE, BULLET)):
                break
            end += 1
        text = "\n".join(line.lstrip() for line in lines[at:end])
        out.append(f"<p>{self.inline.render(text)}</p>")
        return end - at


def table_of_contents(converter, deepest=3):
    rows = []
    for level, title, name in converter.contents:
        if level <= deepest and name:
            rows.append(f'{"  " * (level - 1)}<li><a href="#{name}">{title}</a></li>')
    return "\n".join(["<ul>", *rows, "</ul>"])


PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title></head>
<body>
{body}</body>
</html>
"""


def main(names):
    if not names:
        sys.stdout.write(Converter().convert(sys.stdin.read()))
        return 0
    for name in names:
        with open(name, encoding="utf-8") as source:
            converter = Converter()
            body = converter.convert(source.read())
        title = next((t for level, t, _ in converter.contents if level == 1), name)
        with open(re.sub(r"\.(md|markdown)$", "", name) + ".html", "w", encoding="utf-8") as page:
            page.write(PAGE.format(title=title, body=body))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
