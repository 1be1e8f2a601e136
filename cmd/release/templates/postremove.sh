#!/bin/sh
# After a purge nothing is left of what the units wrote. A scan makes the index again.
set -e
if [ "$1" = purge ]; then
	rm -rf /var/lib/alike /var/lib/alike-export
fi
