#!/bin/sh
# Downloads a release of a package from the registry of a language, with the registry's own
# client, into an empty folder: fetch.sh LANGUAGE PACKAGE VERSION DIR. Nothing of it is run.
set -eu
language=$1 package=$2 version=$3 dir=$4
part=$dir.part
rm -rf "$part"
mkdir -p "$part"
cd "$part"
case $language in
javascript)
	npm pack --silent --ignore-scripts --pack-destination . "$package@$version" >/dev/null
	tar -xzf ./*.tgz --strip-components=1
	rm ./*.tgz
	;;
python) # wheels alone: others run code of the package to be read
	python3 -m pip download -q --disable-pip-version-check --no-deps --only-binary :all: -d . "$package==$version"
	python3 -m zipfile -e ./*.whl .
	rm ./*.whl
	;;
go)
	files=$(cd / && go mod download -json "$package@$version" | sed -n 's/^\t"Dir": "\(.*\)",*$/\1/p')
	cp -r "$files/." .
	chmod -R u+w .
	;;
rust)
	cargo info -q "$package@$version" >/dev/null
	cp -r "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/"$package-$version/." .
	;;
esac
mv "$part" "$dir"
