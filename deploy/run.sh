#!/bin/sh
# Runs a command of the site with the site's own settings and account. As root, from the folder of a version:
#
#   deploy/run.sh admin list
#   deploy/run.sh seed --empty
#   deploy/run.sh upgrade /opt/fge/current
set -eu

[ "$(id -u)" -eq 0 ] || {
  echo "run.sh: il faut être root (run it as root)" >&2
  exit 1
}
[ "$#" -gt 0 ] || {
  sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
  exit 1
}
version=$(cd "$(dirname "$0")/.." && pwd -P)
command=$1
shift
account=fge
folders="-p StateDirectory=fge -p StateDirectory=fge-work -p StateDirectoryMode=0700"
# These two change a link that belongs to root.
case $command in
upgrade | go-back)
  account=root
  folders=""
  ;;
esac
terminal=--pipe
[ ! -t 0 ] || terminal=--pty

status=0
# shellcheck disable=SC2086
systemd-run --quiet "$terminal" --wait --collect -p User="$account" $folders -p UMask=0077 \
  -p EnvironmentFile=/etc/fge/site.env -p WorkingDirectory="$version" \
  -E NODE_ENV=production -E DATA_DIR=/var/lib/fge -E TMPDIR=/var/lib/fge-work -E HOME=/var/lib/fge-work \
  npm run --silent "$command" -- "$@" || status=$?
if [ "$account" = root ]; then
  backups=$(sed -n 's/^BACKUP_DIR=//p' /etc/fge/site.env | tail -n 1)
  chown -R fge:fge /var/lib/fge ${backups:+"$backups"}
fi
exit "$status"
