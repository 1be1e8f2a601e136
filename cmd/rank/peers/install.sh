#!/bin/sh
# Installs the programs that cmd/rank scores beside alike into a folder, ./peers by
# default: similarity-tester from Debian, JPlag from Maven Central (4.3 is the newest
# that runs on Java 17), Dolos and jscpd from npm (4.3 is its newest in JavaScript),
# copydetect from PyPI. Needs root for the first.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "${1:-peers}"
cd "${1:-peers}"
command -v sim_java >/dev/null || apt-get install -y --no-install-recommends similarity-tester
cp "$here/pom.xml" .
mvn -q -B dependency:build-classpath -Dmdep.outputFile=jplag.classpath
npm install --no-save --prefix . @dodona/dolos-lib@3.5.1 jscpd@4.3.0
npm rebuild --prefix . --foreground-scripts @dodona/dolos-parsers tree-sitter
python3 -m venv python
python/bin/pip install copydetect==0.5.0
