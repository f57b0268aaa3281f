import ErrorStreams
import Foundation
import Testing

/// Reduced logs of daemons and tools that were run on 2026-11-30, as they write them where nobody asked for levels or times.
@Suite("Lines of daemons and tools on standard error")
struct StandardErrorLineTests {
  private static let servers = [
    ProducerLog(
      "OpenSSH 9.2, sshd -e: neither levels nor times",
      "results",
      """
      Server listening on 0.0.0.0 port 2222.
      Connection closed by authenticating user root 10.0.0.7 port 59996 [preauth]
      Unable to negotiate with 10.0.0.7 port 60012: no matching cipher found. Their offer: aes128-cbc [preauth]
      kex_exchange_identification: read: Connection reset by peer
      kex_exchange_identification: client sent invalid protocol identifier "GET / HTTP/1.0"
      banner exchange: Connection from 10.0.0.7 port 60034: invalid format
      ssh_dispatch_run_fatal: Connection from 10.0.0.7 port 60050: message authentication code incorrect [preauth]
      Failed password for invalid user shop from 10.0.0.7 port 60118 ssh2
      Cannot bind any address.
      sshd: no hostkeys available -- exiting.
      """,
      errors: [
        ["severity": "warning"], ["severity": "error", "code": "104"], ["severity": "warning"],
        ["severity": "error"],
        [
          "severity": "warning",
          "message": "Failed password for invalid user shop from 10.0.0.7 port 60118 ssh2",
        ],
        ["severity": "error"], ["severity": "error", "origin": "sshd"],
      ]
    ),
    ProducerLog(
      "BIND 9.18 with print-category alone: what it could not do, refused or will try again",
      "results",
      """
      zoneload: zone shop.test/IN: loading from master file shop.zone failed: bad dotted quad
      zoneload: zone shop.test/IN: not loaded due to errors.
      general: all zones loaded
      queries: client @0x7fa6c7450098 10.0.0.7#57667 (shop.test): query: shop.test IN A + (127.0.0.1)
      query-errors: client @0x7fa6c7450098 10.0.0.7#57667 (shop.test): query failed (zone not loaded) for shop.test/IN/A at query.c:5713
      lame-servers: connection refused resolving 'www.example.com/A/IN': 10.0.0.9#53
      security: client @0x7fa6c7450098 10.0.0.7#57667 (good.test): zone transfer 'good.test/AXFR/IN' denied
      security: client @0x7fa6c7450098 10.0.0.7#57667 (a.example): query (cache) 'a.example/A/IN' denied (allow-query-cache did not match)
      update: client @0x7fa6c7451c98 10.0.0.7#57667: update failed: update zone section contains non-SOA (FORMERR)
      general: zone sec.test/IN: refresh: failure trying primary 10.0.0.8#53 (source 0.0.0.0#0): timed out
      """,
      errors: [
        [
          "severity": "error", "origin": "zoneload",
          "message": "zone shop.test/IN: loading from master file shop.zone failed: bad dotted quad",
        ],
        ["severity": "error", "origin": "query-errors"], ["severity": "warning", "origin": "lame-servers"],
        ["severity": "warning", "origin": "security"], ["severity": "warning"],
        ["severity": "warning", "origin": "update"], ["severity": "warning", "origin": "general"],
      ]
    ),
    ProducerLog(
      "BIND 9.18 with print-time alone, or -g: a client's query failed",
      "text",
      """
      30-Nov-2026 22:41:08.807 client @0x7fa51845b098 10.0.0.7#37144 (a.example): query failed (failure) for a.example/IN/A at query.c:7916
      30-Nov-2026 22:41:08.807 timed out resolving 'a.example/A/IN': 10.0.0.9#53
      30-Nov-2026 22:41:14.831 shutting down
      """,
      errors: [
        ["severity": "error", "time": "2026-11-30T22:41:08.807Z"],
        ["severity": "warning", "time": "2026-11-30T22:41:08.807Z"],
      ]
    ),
    ProducerLog(
      "LXC 5.0 at a terminal: a place in the source, and no level",
      "plain",
      """
      lxc-start: shop: ../src/lxc/cgroups/cgfsng.c: initialize_cgroups: 3805 No such file or directory - Failed to open /sys/fs/cgroup
      lxc-start: shop: ../src/lxc/tools/lxc_start.c: main: 306 The container failed to start
      lxc-start: till: ../src/lxc/tools/lxc_start.c: main: 266 No container config specified
      """,
      errors: [
        [
          "severity": "error", "origin": "lxc-start",
          "message": "No such file or directory - Failed to open /sys/fs/cgroup",
          "attributes.function": "initialize_cgroups", "attributes.context": "shop",
        ],
        ["severity": "error", "message": "No container config specified", "attributes.context": "till"],
      ]
    ),
    ProducerLog(
      "Transmission 3.00: a place in the source behind the system's error",
      "text",
      """
      [2026-11-30 22:52:22.971] Watching "/shop" for new .torrent files (daemon.c:698)
      [2026-11-30 22:52:22.971] watchdir:inotify Failed to setup watchdir "/shop": No such file or directory (2) (watchdir-inotify.c:171)
      [2026-11-30 22:52:22.971] watchdir Failed to open directory "/shop" (2): No such file or directory (watchdir.c:358)
      """,
      errors: [["code": "2"], ["code": "2", "severity": "error"]]
    ),
    ProducerLog(
      "Dovecot 2.3 in syslog: a component before the level, with a user, a process and a session",
      "syslog-text",
      """
      Nov 30 22:52:44 shop dovecot: master: Info: Dovecot v2.3.19.1 starting up for imap
      Nov 30 22:52:45 shop dovecot: imap(a)<245><gsZRRI>: Error: Mailbox INBOX: stat(/mail/a) failed
      Nov 30 22:52:45 shop dovecot: auth-worker(7): Fatal: static userdb: Invalid uid
      """,
      errors: [
        [
          "severity": "error", "origin": "dovecot", "attributes.component": "imap(a)<245><gsZRRI>",
          "message": "Mailbox INBOX: stat(/mail/a) failed",
        ],
        ["severity": "fatal", "message": "static userdb: Invalid uid"],
      ]
    ),
    ProducerLog(
      "ProFTPD 1.3.8 and Privoxy 3.0.34: a host or a thread before the level",
      "text",
      """
      2026-11-30 22:52:12,147 shop proftpd[34] localhost: ProFTPD 1.3.8 standalone mode SHUTDOWN
      2026-11-30 22:52:12,181 shop proftpd[78]: fatal: unknown configuration directive 'Foo' on line 8 of 'pf.conf'
      2026-11-30 22:52:31.936 7f6e9b68c080 Info: Program name: privoxy
      2026-11-30 22:52:31.936 7f6e9b68c080 Fatal error: can't load actions file 'none.action': No such file or directory.
      """,
      errors: [
        ["severity": "fatal", "origin": "proftpd", "attributes.host": "shop", "attributes.pid": "78"],
        ["severity": "fatal", "time": "2026-11-30T22:52:31.936Z"],
      ]
    ),
  ]

  private static let libraries = [
    ProducerLog(
      "GLib 2.74: a process, a domain and a level, and a failed assertion of C",
      "plain",
      """
      (evince:123): GLib-GIO-CRITICAL **: 12:00:00.123: g_file_get_path: assertion 'G_IS_FILE (file)' failed
      (evince:123): Gtk-Message: 12:00:00.200: Failed to load module "canberra"
      ** (process:77): WARNING **: 12:00:02.100: Could not connect
      pay: pay.c:12: charge: Assertion `n > 0' failed.
      """,
      errors: [
        [
          "severity": "critical", "origin": "evince", "attributes.logger": "GLib-GIO",
          "attributes.pid": "123",
          "message": "g_file_get_path: assertion 'G_IS_FILE (file)' failed",
        ],
        ["severity": "warning", "origin": "process", "message": "Could not connect"],
        ["severity": "error", "origin": "pay", "message": "Assertion `n > 0' failed."],
      ]
    ),
    ProducerLog(
      "libstdc++ 12: the exception that ended the process",
      "trace",
      """
      terminate called after throwing an instance of 'std::runtime_error'
        what():  no gateway 7
      Aborted (core dumped)
      """,
      errors: [["type": "std::runtime_error", "message": "no gateway 7"]]
    ),
    ProducerLog(
      "MPD 0.23: an exception's own words",
      "plain",
      """
      exception: Error in mpd.conf line 1; unrecognized parameter: foo
      """,
      errors: [["severity": "error", "message": "Error in mpd.conf line 1; unrecognized parameter: foo"]]
    ),
    ProducerLog(
      "aria2 1.36: a day without a year, and a colored level in brackets",
      "text",
      """
      11/30 22:52:26 [\u{1B}[1;32mNOTICE\u{1B}[0m] Downloading 1 item(s)

      11/30 22:52:26 [\u{1B}[1;31mERROR\u{1B}[0m] CUID#7 - Download aborted. URI=http://10.0.0.7/shop
      """,
      errors: [["severity": "error", "attributes.clock": "11/30 22:52:26"]]
    ),
  ]

  private static let python = [
    ProducerLog(
      "Tornado 6.6 and Jupyter Server 2.21: a response's status, request and route",
      "text",
      """
      [I 261130 22:44:23 web:2348] 200 GET /pay/7 (10.0.0.7) 7.73ms
      [E 261130 22:44:23 web:2348] 500 GET /pay/7?a=1 (10.0.0.7) 0.68ms
      [W 261130 22:44:23 web:1873] 400 POST /pay (10.0.0.7): Missing argument order
      [W 2026-11-30 22:44:31.962 ServerApp] 404 GET /view/x?token=[secret] (840d1621@10.0.0.7) 7.43ms referer=None
      [W 2026-11-30 22:44:32.000 ServerApp] 404 of 500 files were read
      """,
      errors: [
        [
          "severity": "error", "status": "500", "origin": "web:2348",
          "attributes.request": "GET /pay/7?a=1", "attributes.route": "/pay/<n>",
        ],
        [
          "severity": "warning", "status": "400",
          "message": "400 POST /pay (10.0.0.7): Missing argument order",
          "attributes.route": "/pay",
        ],
        ["severity": "warning", "status": "404", "attributes.route": "/view/x"], ["severity": "warning"],
      ]
    ),
    ProducerLog(
      "Tornado 6.6 through logging.basicConfig",
      "python-text",
      """
      INFO:tornado.access:200 GET /pay (10.0.0.7) 7.73ms
      WARNING:tornado.access:404 GET /pay/7 (10.0.0.7) 0.45ms
      """,
      errors: [
        ["severity": "warning", "origin": "tornado.access", "status": "404", "attributes.route": "/pay/<n>"]
      ]
    ),
    ProducerLog(
      "CherryPy 18.10: what a line is about, in capitals",
      "text",
      """
      [30/Nov/2026:22:44:13] ENGINE Bus STARTED
      [30/Nov/2026:22:44:15] HTTP \("")
      Traceback (most recent call last):
        File "pay.py", line 6, in pay
      ValueError: no gateway 7
      10.0.0.7 - - [30/Nov/2026:22:44:15] "GET /pay HTTP/1.1" 500 1727 "" "curl/7.88.1"
      """,
      errors: [
        [
          "type": "ValueError", "origin": "HTTP", "time": "2026-11-30T22:44:15Z", "message": "no gateway 7",
        ],
        ["status": "500", "attributes.route": "/pay"],
      ]
    ),
    ProducerLog(
      "BorgBackup 1.2: where it tells of the machine is no part of the message",
      "trace",
      """
      Traceback (most recent call last):
        File "/usr/lib/python3/dist-packages/borg/archiver.py", line 5213, in main
          exit_code = archiver.run(args)
      configparser.MissingSectionHeaderError: File contains no section headers.
      file: '/backup/config', line: 1
      'bad\\n'

      Platform: Linux shop 6.18.44 #1 SMP PREEMPT_DYNAMIC @0 x86_64
      Borg: 1.2.4  Python: CPython 3.11.2 msgpack: 1.0.3 fuse: None [pyfuse3,llfuse]
      PID: 90  CWD: /backup
      """,
      errors: [
        [
          "type": "configparser.MissingSectionHeaderError",
          "message": "File contains no section headers.\nfile: '/backup/config', line: 1\n'bad\\n'",
        ]
      ]
    ),
    ProducerLog(
      "BorgBackup 1.2 with --log-json: the name of the error",
      "python",
      """
      {"type": "log_message", "time": 1796078613.08474, "message": "Archive a already exists", "levelname": "ERROR", "name": "borg.archiver", "msgid": "Archive.AlreadyExists"}
      {"type": "log_message", "time": 1796078612.56914, "message": "/shop: [Errno 2] No such file or directory: 'shop'", "levelname": "WARNING", "name": "borg.archiver"}
      """,
      errors: [
        ["severity": "error", "code": "Archive.AlreadyExists"],
        ["severity": "warning", "code": "2", "domain": "NSPOSIXErrorDomain", "platform": "linux"],
      ]
    ),
    ProducerLog(
      "devpi 6.20 and Alembic: levels that are cut to five letters",
      "text",
      """
      2026-11-30 22:56:23,384 INFO  NOCTX running with role 'standalone'
      2026-11-30 22:56:23,400 WARNI NOCTX No secret file provided
      2026-11-30 22:56:23,401 CRITI [shop.pay:7][MainThread] could not pay
      WARNI [alembic.runtime.migration] no revision
      """,
      errors: [["severity": "warning"], ["severity": "critical"], ["severity": "warning"]]
    ),
    ProducerLog(
      "Radicale 3.9: Python's text of a system's error behind other words",
      "python-text",
      """
      [2026-11-30 22:56:02 +0000] [25644] [INFO] Loaded default config
      [2026-11-30 22:56:02 +0000] [25644] [CRITICAL] An exception occurred during server startup: [Errno 17] File exists: '/col'
      """,
      errors: [["severity": "critical", "code": "17", "domain": "NSPOSIXErrorDomain"]]
    ),
  ]

  @Test("A log reads as it does by hand", arguments: servers + libraries + python)
  func read(log: ProducerLog) throws { try log.check() }
}
