#!/bin/sh
# Before alike is removed, but not before an upgrade: $1 is "upgrade" for dpkg, 1 for rpm.
set -e
case "$1" in
upgrade | failed-upgrade | deconfigure | 1) ;;
*)
	if command -v systemctl >/dev/null 2>&1; then
		systemctl disable --now alike-scan.timer alike-serve.socket >/dev/null 2>&1 || true
		systemctl stop alike-scan.service alike-serve.service alike-export.service >/dev/null 2>&1 || true
	fi
	;;
esac
