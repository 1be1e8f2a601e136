#!/bin/sh
# Written by alike dups. It PURPOSE.
# Review the steps at the end, then run them: sh SCRIPT. With -n they are only printed.
#
# Right before each step, the size and time of both files are compared with those of the
# scan, and their bytes with each other. A file that fails is skipped. The kept file is
# never changed. The exit code is 1 if anything was skipped.
LC_ALL=C
export LC_ALL
print=
[ "${1-}" = -n ] && print=yes
acted=0 skipped=0

# decode sets $name to a name in which \0 and three octal digits stand for a byte.
decode() {
	name=$(printf '%b.' "$1")
	name=${name%.}
}

# keep names the file to keep, its size and its time.
keep() {
	kept_name=$1 size=$2 kept_time=$3
	decode "$1"
	kept=$name
}

# unchanged FILE TIME checks a file against the scan.
unchanged() {
	[ -f "$1" ] && [ ! -L "$1" ] && [ "$(stat -c '%s %Y' "$1")" = "$size $2" ]
}

# step NAME TIME does ACTION for a file, after all checks.
step() {
	decode "$1"
	file=$name time=$2
	temporary=${file%/*}/.alike-$$.tmp
	why=
	if ! unchanged "$kept" "$kept_time"; then
		why="the kept file has changed or is gone: $kept_name"
	elif [ -f "$file" ] && [ "$(stat -c %d:%i "$file")" = "$(stat -c %d:%i "$kept")" ]; then
		why="it is one file with the kept one: $kept_name"
	elif ! unchanged "$file" "$time"; then
		why='it has changed or is gone'
	elif [ -e "$temporary" ] || [ -L "$temporary" ]; then
		why='there is a file .alike-PID.tmp beside it'
	elif ! cmp -s "$kept" "$file"; then
		why="its bytes differ from the kept file: $kept_name"
	elif ! unchanged "$kept" "$kept_time" || ! unchanged "$file" "$time"; then
		why='it has changed just now'
	elif [ -n "$print" ]; then
		printf '%s %s\n' ACTION "$1"
		return
	else
		trap '' HUP INT TERM
		act || why='that failed'
		trap - HUP INT TERM
	fi
	if [ -z "$why" ]; then
		acted=$((acted + 1))
		return
	fi
	skipped=$((skipped + 1))
	printf 'skipped %s: %s\n' "$1" "$why" >&2
}

finish() {
	[ -n "$print" ] || printf 'ACTION: %s files\n' "$acted" >&2
	[ "$skipped" -eq 0 ] && exit 0
	printf 'skipped: %s files\n' "$skipped" >&2
	exit 1
}

remove() {
	# Were the file the kept one under a second name, it would now be gone: put it back.
	act() {
		mv "$file" "$temporary" || return 1
		if unchanged "$kept" "$kept_time"; then
			rm -f "$temporary"
		else
			mv "$temporary" "$file"
			return 1
		fi
	}
	step "$@"
}

link() {
	act() {
		if [ "$(stat -c %u:%g:%a "$file")" != "$(stat -c %u:%g:%a "$kept")" ]; then
			printf 'its owner or permissions differ\n' >&2
			return 1
		fi
		ln "$kept" "$temporary" && mv -f "$temporary" "$file" && return
		rm -f "$temporary"
		return 1
	}
	step "$@"
}

reflink() {
	act() {
		cp --reflink=always "$kept" "$temporary" &&
			cp --attributes-only --preserve=all "$file" "$temporary" &&
			mv -f "$temporary" "$file" && return
		rm -f "$temporary"
		return 1
	}
	step "$@"
}

# The steps are a function, so that a script that was cut off does nothing.
steps() {
