#!/bin/sh
# Brings the site back on a new machine, from the newest archive and the printed recovery key. As root, in the folder
# of the version that was unpacked into /opt/fge/versions/NAME:
#
#   deploy/restore.sh [ARCHIVE]
#
# It wants /etc/fge/site.env with the settings of before. ARCHIVE is a path, or a name in the bucket; without it the
# newest of BACKUP_DIR and of the bucket is taken. It asks for the key, and may be run again after whatever went wrong.
set -eu

fail() {
  echo "restore.sh: $1" >&2
  exit 1
}

[ "$(id -u)" -eq 0 ] || fail "il faut être root (run it as root)"
version=$(cd "$(dirname "$0")/.." && pwd -P)
settings=/etc/fge/site.env
[ -f "$settings" ] || fail "il manque $settings (copy deploy/site.env there and fill it in)"
chmod 0600 "$settings"
if systemctl is-active --quiet fge.service; then
  fail "le site tourne : systemctl stop fge.socket fge.service (the site is running: stop it first)"
fi
node=$(node --version 2>/dev/null || true)
case $node in
v2[0-9].* | v[3-9][0-9].*) ;;
*) fail "il faut Node 20 ou plus récent (Node 20 or newer is wanted): ${node:-aucun (none)}" ;;
esac

id fge >/dev/null 2>&1 || adduser --system --group --home /nonexistent --no-create-home fge
install -d -o fge -g fge -m 0700 /var/lib/fge /var/lib/fge-work
(cd "$version" && npm run --silent ready)
ln -sfn "$version" /opt/fge/current

# The site may write where its archives are kept, and nowhere else outside its own folders.
backups=$(sed -n 's/^BACKUP_DIR=//p' "$settings" | tail -n 1)
if [ -n "$backups" ]; then
  [ -d "$backups" ] || install -d -m 0700 "$backups"
  chown -R fge:fge "$backups"
  for unit in fge.service fge@.service; do
    install -d "/etc/systemd/system/$unit.d"
    printf '[Service]\nReadWritePaths=%s\n' "$backups" >"/etc/systemd/system/$unit.d/archives.conf"
  done
fi
cp "$version"/deploy/systemd/fge* /etc/systemd/system/
systemctl daemon-reload

# In memory, readable by nobody but root until systemd hands it to the command, and gone afterwards.
key=$(mktemp /run/fge-key.XXXXXX)
trap 'rm -f "$key"' EXIT
trap 'exit 130' INT TERM HUP
echo "La clé de secours, comme elle est imprimée, puis Entrée (the recovery key as it is printed, then Enter):"
IFS= read -r words || [ -n "$words" ] || fail "aucune clé (no key)"
printf '%s\n' "$words" >"$key"

systemd-run --quiet --pipe --wait --collect -p User=fge -p Group=fge -p UMask=0077 \
  -p EnvironmentFile="$settings" -p WorkingDirectory="$version" -p LoadCredential="key:$key" \
  -E NODE_ENV=production -E DATA_DIR=/var/lib/fge -E TMPDIR=/var/lib/fge-work -E HOME=/var/lib/fge-work \
  /bin/sh -c 'exec node_modules/.bin/node scripts/restore-run.ts "$1" "$CREDENTIALS_DIRECTORY/key"' \
  restore "${1:-newest}" </dev/null || fail "le site n’est pas remis en place (the site was not restored)"

systemctl enable --now fge.socket fge.service
echo "Le site tourne au repos. Ouvrez-le, sous Sauvegardes, Site au repos (the site runs at rest: release it there)."
