#!/bin/sh
# Makes the fixtures of journalctl's styles, by journalctl itself: run by hand, never by a test.
#   apt-get install systemd-journal-remote. $1: an empty folder. systemd 252.
set -eu
cd "$1"
cat > shop.export <<END
__REALTIME_TIMESTAMP=1795225279483920
__MONOTONIC_TIMESTAMP=12345678
_BOOT_ID=0a8a8a8a8a8a8a8a8a8a8a8a8a8a8a8a
_HOSTNAME=web-1
_SYSTEMD_UNIT=shop.service
SYSLOG_IDENTIFIER=pay
_PID=17
PRIORITY=6
MESSAGE=started

__REALTIME_TIMESTAMP=1795225280120004
__MONOTONIC_TIMESTAMP=12985678
_BOOT_ID=0a8a8a8a8a8a8a8a8a8a8a8a8a8a8a8a
_HOSTNAME=web-1
_SYSTEMD_UNIT=shop.service
SYSLOG_IDENTIFIER=pay
_PID=17
PRIORITY=3
ERRNO=111
MESSAGE=error: charge failed: upstream timed out

END
{
  printf '__REALTIME_TIMESTAMP=1795225281000000\n_BOOT_ID=0a8a8a8a8a8a8a8a8a8a8a8a8a8a8a8a\n__MONOTONIC_TIMESTAMP=13865678\n'
  printf '_HOSTNAME=web-1\n_SYSTEMD_UNIT=shop.service\nPRIORITY=4\nMESSAGE\n\027\0\0\0\0\0\0\0slow answer\nof the bank\n\n'
} >> shop.export
/lib/systemd/systemd-journal-remote -o shop.journal shop.export
for style in short-full with-unit short-unix short-monotonic verbose export; do
  TZ=UTC journalctl --file shop.journal -o $style --no-pager > journal-$style.log
done
