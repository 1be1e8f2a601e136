#!/bin/sh
# Installs the programs that cmd/bench measures alike against, from Debian's
# packages. Needs root.
set -eu
apt-get update
apt-get install -y --no-install-recommends \
  b3sum ssdeep similarity-tester simhash fdupes jdupes rmlint findutils
