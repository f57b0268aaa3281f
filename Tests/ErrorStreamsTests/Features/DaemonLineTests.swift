import ErrorStreams
import Foundation
import Testing

/// Reduced logs of the daemons and job runners that were run on 2026-11-30 in several ways that fail, with the errors read from
/// them by hand.
@Suite("Lines of daemons and job runners as they write them")
struct DaemonLineTests {
  private static let packed = [
    ProducerLog(
      "LXC 5.0: the date and the time without separators, behind a program and a container",
      "text",
      """
      lxc-start shop 20261130130411.978 INFO     lsm - ../src/lxc/lsm/lsm.c:lsm_init_static:38 - Initialized LSM security driver nop
      lxc-start shop 20261130130412.279 ERROR    network - ../src/lxc/network.c:netdev_configure_server_veth:711 - No such file or directory - Failed to attach "vethm" to bridge "br0"
      lxc-start shop 20261130130412.520 WARN     start - ../src/lxc/start.c:lxc_abort:1036 - No such process - Failed to send SIGKILL via pidfd 46 for process 23388
      """,
      errors: [
        [
          "time": "2026-11-30T13:04:12.279Z", "severity": "error", "origin": "network",
          "message": #"No such file or directory - Failed to attach "vethm" to bridge "br0""#,
          "attributes.program": "lxc-start", "attributes.context": "shop",
        ],
        ["severity": "warning", "origin": "start"],
      ]
    ),
    ProducerLog(
      "Zabbix 6.0: a padded process, whose lines belong to no record before them",
      "text",
      """
       28303:20261130:130622.453 using configuration file: /etc/zabbix/zabbix_server.conf
       28303:20261130:130622.464 [Z3001] connection to database 'shop' failed: [0] connection to server at "10.0.0.7", port 5432 failed: Connection refused
      \tIs the server running on that host and accepting TCP/IP connections?

       28303:20261130:130622.464 database is down: reconnecting in 10 seconds
      128304:20261130:130622.849 Unable to connect to [10.0.0.7]:10051 [cannot connect to [[10.0.0.7]:10051]: [111] Connection refused]
      """,
      errors: [
        ["time": "2026-11-30T13:06:22.464Z", "severity": "error", "code": "111", "attributes.pid": "28303"],
        ["time": "2026-11-30T13:06:22.849Z", "severity": "error", "code": "111", "attributes.pid": "128304"],
      ]
    ),
    ProducerLog(
      "stunnel 5.68: a date with dots, and levels of syslog by number",
      "text",
      """
      2026.11.30 13:03:43 LOG4[ui]: Insecure file permissions on /etc/stunnel/shop.pem
      2026.11.30 13:03:43 LOG5[ui]: Configuration successful
      2026.11.30 13:03:45 LOG3[0]: s_connect: connect 10.0.0.7:1: Connection refused (111)
      """,
      errors: [
        ["time": "2026-11-30T13:03:43Z", "severity": "warning"],
        ["time": "2026-11-30T13:03:45Z", "severity": "error", "attributes.thread": "0"],
      ]
    ),
  ]

  private static let dated = [
    ProducerLog(
      "Squid 5.7: a level, or the system's error behind its number",
      "text",
      """
      2026/11/30 13:03:34| Starting Squid Cache version 5.7 for x86_64-pc-linux-gnu...
      2026/11/30 13:03:34| ERROR: /var/cache: (13) Permission denied
      2026/11/30 13:03:34| commBind Cannot bind socket FD 9 to 192.0.2.1:3128: (99) Cannot assign requested address
      2026/11/30 13:03:34| FATAL: \tFailed to verify one of the swap directories, Check cache.log
      \tfor details.  Run 'squid -z' to create swap directories
      2026/11/30 13:03:34| Squid Cache (Version 5.7): Terminated abnormally.
      """,
      errors: [
        ["severity": "error", "message": "/var/cache: (13) Permission denied"],
        ["severity": "error", "code": "99", "time": "2026-11-30T13:03:34Z"], ["severity": "fatal"],
      ]
    ),
    ProducerLog(
      "BIND 9.18 with print-time, print-category and print-severity",
      "text",
      """
      30-Nov-2026 13:05:18.260 general: warning: shop.zone:3: unknown RR type 'XX'
      30-Nov-2026 13:05:18.260 zoneload: error: zone shop.test/IN: not loaded due to errors.
      30-Nov-2026 13:05:18.260 zoneload: info: zone good.test/IN: loaded serial 1
      """,
      errors: [
        ["severity": "warning", "origin": "general", "time": "2026-11-30T13:05:18.260Z"],
        ["severity": "error", "origin": "zoneload"],
      ]
    ),
    ProducerLog(
      "BIND 9.18 with print-time alone: what it could not load or refresh",
      "text",
      """
      30-Nov-2026 13:05:18.260 zone shop.test/IN: loading from master file shop.zone failed: unknown class/type
      30-Nov-2026 13:05:18.260 zone sec.test/IN: refresh: failure trying primary 127.0.0.1#1 (source 0.0.0.0#0): connection refused
      """,
      errors: [["severity": "error"], ["severity": "error", "code": "111"]]
    ),
    ProducerLog(
      "BIND 9.18 with print-category and print-severity alone",
      "plain",
      """
      zoneload: error: zone shop.test/IN: not loaded due to errors.
      zoneload: info: zone good.test/IN: loaded serial 1
      """,
      errors: [["severity": "error", "origin": "zoneload"]]
    ),
    ProducerLog(
      "Prosody 0.12: a date without a year, and tabs around the level",
      "text",
      """
      Nov 30 13:17:10 startup\tinfo\tHello and welcome to Prosody version 0.12.3
      Nov 30 13:17:10 portmanager\terror\tFailed to open server port 5269 on 192.0.2.1, Cannot assign requested address
      Nov 30 13:17:16 mod_posix\twarn\tReceived SIGTERM
      """,
      errors: [["severity": "error", "origin": "portmanager"], ["severity": "warning"]]
    ),
    ProducerLog(
      "coturn 4.6: the seconds since its start",
      "text",
      """
      0: : Listener address to use: 192.0.2.1
      0: : WARNING: cannot find private key file: turn_server_pkey.pem (1)
      12: (4093): ERROR: check_stun_auth: Cannot find credentials of user <ann>
      """,
      errors: [["severity": "warning"], ["severity": "error", "attributes.thread": "4093"]]
    ),
    ProducerLog(
      "Locust 2.47: the level between the host and the logger",
      "text",
      """
      [2026-11-30 13:25:40,575] web1/INFO/locust.main: Starting Locust 2.47.0
      [2026-11-30 13:25:40,611] web1/ERROR/locust.user.task: task failed
      Traceback (most recent call last):
        File "/app/load.py", line 7, in pay
      RuntimeError: task failed
      """,
      errors: [["severity": "error", "origin": "locust.user.task", "type": "RuntimeError"]]
    ),
    ProducerLog(
      "InfluxDB 1.6: its requests among logfmt",
      "logfmt",
      """
      ts=2026-11-30T13:18:34.000000Z lvl=info msg="Listening for signals" log_id=0a
      [httpd] 10.0.0.7 - - [30/Nov/2026:13:18:34 +0000] "POST /write?db=shop HTTP/1.1" 404 40 "-" "curl/7.88.1" 8b771ccf 95
      """,
      errors: [["status": "404", "time": "2026-11-30T13:18:34Z", "attributes.route": "/write"]]
    ),
  ]

  private static let moreDated = [
    ProducerLog(
      "Icecast 2.4: two blanks between the date and the time",
      "text",
      """
      [2026-11-30  13:56:15] INFO main/main Icecast 2.4.4 server started
      [2026-11-30  13:56:17] WARN fserve/fserve_client_create req for file "/shop" Permission denied
      """,
      errors: [["severity": "warning", "time": "2026-11-30T13:56:17Z"]]
    ),
    ProducerLog(
      "Tinyproxy 1.11: the level first, and a date without a year",
      "level-first",
      """
      NOTICE    Nov 30 13:56:07.453 [16606]: Initializing tinyproxy ...
      ERROR     Nov 30 13:56:08.503 [16606]: opensock: Could not establish a connection to 192.0.2.1:1
      """,
      errors: [
        [
          "severity": "error", "attributes.pid": "16606",
          "message": "opensock: Could not establish a connection to 192.0.2.1:1",
        ]
      ]
    ),
    ProducerLog(
      "gearmand 1.1: a level that is padded at its left",
      "level-first",
      """
         INFO 2026-11-30 13:56:59.803641 [  main ] Initializing Gear on port 4730 with SSL: false
        ERROR 2026-11-30 13:56:59.000000 [  main ] bind(Cannot assign requested address) -> libgearman-server/gearmand.cc:706
        ERROR 2026-11-30 13:57:00.000000 [  main ] gave up
      """,
      errors: [["severity": "error", "time": "2026-11-30T13:56:59.000000Z"], ["severity": "error"]]
    ),
    ProducerLog(
      "PowerDNS Recursor 4.8: a level in pairs behind the message",
      "text",
      """
      Nov 30 13:56:23 msg="Setting access control" subsystem="config" level="0" prio="Info" tid="0" ts="1796046983.769"
      Nov 30 13:56:29 msg="Fatal error" error="Unable to bind" subsystem="config" level="0" prio="Critical" tid="0" ts="1796046989.1"
      """,
      errors: [
        [
          "severity": "critical", "origin": "config", "message": "Fatal error",
          "attributes.reason": "Unable to bind",
        ]
      ]
    ),
    ProducerLog(
      "ngIRCd 26: levels of syslog as numbers",
      "text",
      """
      [18990:6    0] Using configuration file "/etc/ngircd.conf" ...
      [18990:2    0] Can't bind socket to address 192.0.2.1:6667 - Cannot assign requested address!
      """,
      errors: [["severity": "critical", "attributes.pid": "18990"]]
    ),
    ProducerLog(
      "Go's log and rsync 3.5: the system's error ends a line without a level",
      "go-log",
      """
      2026/11/30 10:00:00 http: proxy error: dial tcp 10.0.0.7:80: connect: connection refused
      2026/11/30 10:00:01 listening on :8080
      2026/11/30 10:00:02 [17565] rsync: [sender] link_stat "." (in m) failed: Permission denied (13)
      2026/11/30 10:00:03 INFO no answer yet: connection refused
      """,
      errors: [["severity": "error", "code": "111", "time": "2026-11-30T10:00:00Z"], ["code": "13"]]
    ),
  ]

  private static let atTerminals = [
    ProducerLog(
      "restic 0.14: its last words",
      "plain",
      """
      Fatal: wrong password or no key found
      """,
      errors: [["severity": "fatal"]]
    ),
    ProducerLog(
      "Prosody 0.12: a name in a column, the level and a tab",
      "plain",
      """
      startup             info\tHello and welcome to Prosody version 0.12.3
      portmanager         error\tFailed to open server port 5269 on 192.0.2.1, Cannot assign requested address
      mod_posix           warn\tReceived SIGTERM
      """,
      errors: [
        ["severity": "error", "origin": "portmanager"], ["severity": "warning", "origin": "mod_posix"],
      ]
    ),
    ProducerLog(
      "stunnel 5.68, before it has read how it should log",
      "plain",
      """
      [ ] Loading certificate from file: /etc/stunnel/shop.pem
      [.] Reading configuration from file /etc/stunnel/shop.conf
      [!] Service [shop]: Failed to initialize TLS context
      """,
      errors: [["severity": "error", "message": "Service [shop]: Failed to initialize TLS context"]]
    ),
    ProducerLog(
      "MkDocs 1.6 and Alembic 1.20: a dash or a logger behind the level",
      "plain",
      """
      INFO    -  Cleaning site directory
      WARNING -  Doc file 'pay.md' contains a link 'cards.md', but the target is not found.
      INFO  [alembic.runtime.migration] Context impl PostgresqlImpl.
      ERROR [alembic.util.messaging] Can't locate revision identified by 'ae10'
      """,
      errors: [
        ["message": "Doc file 'pay.md' contains a link 'cards.md', but the target is not found."],
        [
          "severity": "error", "origin": "alembic.util.messaging",
          "message": "Can't locate revision identified by 'ae10'",
        ],
      ]
    ),
  ]

  @Test("A date and a time may be packed, dotted or padded", arguments: packed)
  func packedTimes(log: ProducerLog) throws { try log.check() }

  @Test("A level stands behind a time in many ways", arguments: dated + moreDated)
  func datedLines(log: ProducerLog) throws { try log.check() }

  @Test("A level may be all that a line begins with", arguments: atTerminals)
  func plainLines(log: ProducerLog) throws { try log.check() }
}
