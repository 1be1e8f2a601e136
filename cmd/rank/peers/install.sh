#!/bin/sh
# Installs the programs that cmd/rank scores beside alike into a folder, ./peers by
# default: similarity-tester from Debian, JPlag from Maven Central, Dolos and jscpd from
# npm, copydetect from PyPI. Needs root for the first. JPlag needs a JDK of Java 21 or
# later in JAVA_HOME, with its compiler, because that parses Java for it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "${1:-peers}"
cd "${1:-peers}"
command -v sim_java >/dev/null || apt-get install -y --no-install-recommends similarity-tester
cp "$here/pom.xml" .
mvn -q -B dependency:build-classpath -Dmdep.outputFile=jplag.classpath
npm install --no-save --prefix . @dodona/dolos-lib@3.5.1 jscpd@5.3.2
npm rebuild --prefix . --foreground-scripts @dodona/dolos-parsers tree-sitter
python3 -m venv python
python/bin/pip install copydetect==0.5.0
