import ErrorStreams
import Foundation
import Testing

/// Reduced logs of the producers that were run on 2026-11-27, with the errors read from them by hand.
@Suite("Lines of logs as their producers write them")
struct ProducerLineTests {
  private static let levelLogs = [
    ProducerLog(
      "loguru 0.7: a level between bars, a logger, a function and a line",
      "python-text",
      """
      2026-11-29 23:40:58.977 | SUCCESS  | my-shop:<module>:3 - paid
      2026-11-29 23:40:58.995 | ERROR    | my-shop:pay:10 - declined
      """,
      errors: [
        ["origin": "my-shop", "severity": "error", "message": "declined", "attributes.function": "pay"]
      ]
    ),
    ProducerLog(
      "Python's logging: a name with a hyphen, and a time with a T",
      "python-text",
      """
      2026-11-27 23:24:27,354 ERROR my-shop.pay: careful
      2026-11-27T23:24:27Z ERROR my-shop: careful
      2026-11-27 23:24:27,354 WARNING [my-shop] [pay.py:3] - careful
      """,
      errors: [
        ["origin": "my-shop.pay", "message": "careful"], ["origin": "my-shop", "message": "careful"],
        ["origin": "my-shop", "severity": "warning", "message": "careful", "attributes.file": "pay.py:3"],
      ]
    ),
    ProducerLog(
      "Python's logging without times: a level in capitals begins the line",
      "plain",
      """
      INFO     shop start
      ERROR    shop could not pay
      Traceback (most recent call last):
        File "pay.py", line 4, in <module>
      KeyError: 'k'
      [shop] WARNING careful
      """,
      errors: [
        ["severity": "error", "type": "KeyError"],
        ["origin": "shop", "severity": "warning", "message": "careful"],
      ]
    ),
    ProducerLog(
      "granian 2.8: a request behind the time",
      "text",
      """
      [2026-11-29 23:43:14 +0000] 127.0.0.1 - "GET / HTTP/1.1" 200 0.048
      [2026-11-29 23:43:14 +0000] 127.0.0.1 - "GET /pay HTTP/1.1" 503 0.048
      127.0.0.1:53880 - "GET /bad HTTP/1.1" 500
      """,
      errors: [
        ["time": "2026-11-29T23:43:14Z", "severity": "error", "message": "GET /pay"],
        ["origin": "http", "severity": "error", "message": "GET /bad"],
      ]
    ),
    ProducerLog(
      "slapd 2.5: seconds and nanoseconds in hexadecimal digits",
      "text",
      """
      6b0a0eb4.1c73bfa5 0x7f8cc644d200 slapd starting
      6b0a0eb5.3a821eb3 0x7f8cc3dfe6c0 conn=1000 op=0 BIND dn="cn=a,dc=x" method=128
      6b0a0eb5.3a83856b 0x7f8cc3dfe6c0 error: connection lost
      """,
      errors: [["time": "2026-11-27T23:13:57.981697Z", "severity": "error", "message": "connection lost"]]
    ),
    ProducerLog(
      "Elixir 1.14: an uncaught error behind the record of another",
      "elixir",
      """
      23:06:08.110 [error] Task #PID<0.105.0> started from #PID<0.96.0> terminating
      ** (ArgumentError) task bad
          e.exs:13: anonymous fn/0 in :elixir_compiler_0.__FILE__/1
      Function: #Function<0.113284984 in file:e.exs>
          Args: []
      ** (RuntimeError) top
          e.exs:16: (file)
      """,
      errors: [
        ["type": "ArgumentError", "message": "task bad"], ["type": "RuntimeError", "message": "top"],
      ]
    ),
    ProducerLog(
      "dramatiq 2.2: a level behind a process, a thread and a logger",
      "text",
      """
      [2026-11-27 23:23:01,093] [PID 24] [MainThread] [dramatiq.MainProcess] [INFO] Dramatiq is booting up.
      [2026-11-27 23:23:01,342] [PID 25] [Thread-5] [dramatiq.middleware.retries.Retries] [WARNING] Retries exceeded for message 'a1'.
      """,
      errors: [
        [
          "time": "2026-11-27T23:23:01.342Z", "origin": "dramatiq.middleware.retries.Retries",
          "severity": "warning", "message": "Retries exceeded for message 'a1'.",
          "attributes.context": "[PID 25] [Thread-5]",
        ]
      ]
    ),
    ProducerLog(
      "Twisted 26.10: a level in the brackets of a logger",
      "text",
      """
      2026-11-27T23:10:33+0000 [shop#info] starting 3
      2026-11-27T23:10:33+0000 [shop#error] bad card
      """,
      errors: [
        ["time": "2026-11-27T23:10:33Z", "origin": "shop", "severity": "error", "message": "bad card"]
      ]
    ),
    ProducerLog(
      "etcd 3.4 (raft): a name that sticks to the time",
      "text",
      """
      2026-11-27 22:57:15.010161 I | etcdmain: etcd Version: 3.4.23
      raft2026/11/27 22:57:15 INFO: 8e9 became follower at term 0
      raft2026/11/27 22:57:16 WARN: 8e9 lost the leader
      """,
      errors: [
        [
          "time": "2026-11-27T22:57:16Z", "origin": "raft", "severity": "warning",
          "message": "8e9 lost the leader",
        ]
      ]
    ),
    ProducerLog(
      "rq 3.0: a time of day without a fraction",
      "text",
      """
      23:23:14 Worker 4ca: started with PID 25, version 3.0.0
      23:23:15 [ERROR] default: job 7 failed
      """,
      errors: [["severity": "error", "message": "default: job 7 failed", "attributes.clock": "23:23:15"]]
    ),
    ProducerLog(
      "Sidekiq 6.4: an exception as the message of a warning",
      "sidekiq",
      """
      2026-11-27T23:25:40.815Z pid=5025 tid=4mx INFO: Booting Sidekiq 6.4.1
      2026-11-27T23:25:40.828Z pid=5025 tid=4g9 WARN: Errno::ECONNREFUSED: Connection refused
      """,
      errors: [
        [
          "time": "2026-11-27T23:25:40.828Z", "severity": "warning", "type": "Errno::ECONNREFUSED",
          "message": "Connection refused",
        ]
      ]
    ),
    ProducerLog(
      "Caddy 2.6 (zap): a status in the fields",
      "zap",
      """
      2026/11/27 22:55:11.914\tERROR\thttp.log.access.log1\thandled request\t{"request": {"id": 7}, "status": 502}
      """,
      errors: [
        [
          "time": "2026-11-27T22:55:11.914Z", "origin": "http.log.access.log1", "severity": "error",
          "message": "handled request",
        ]
      ]
    ),
    ProducerLog(
      "rsyslog 8.2302: a level in capitals behind the program",
      "syslog-text",
      """
      2026-11-27T23:26:12.778961+00:00 vm shop: WARNING pay careful
      2026-11-27T23:26:12.778962+00:00 vm shop: INFO pay done
      """,
      errors: [
        [
          "time": "2026-11-27T23:26:12.778961Z", "origin": "shop", "severity": "warning",
          "message": "pay careful",
        ]
      ]
    ),
    ProducerLog(
      "Ray 2.60: a letter in the brackets of the time",
      "text",
      """
      [2026-11-27 23:24:24,225 I 31435 31435] (raylet) main.cc:283: Setting cluster ID to: 58
      [2026-11-27 23:24:27,805 W 31435 31447] (raylet) store.cc:366: Disconnecting client with code 2: End of file
      """,
      errors: [
        [
          "time": "2026-11-27T23:24:27.805Z", "origin": "raylet", "severity": "warning",
          "message": "Disconnecting client with code 2: End of file", "attributes.file": "store.cc:366",
        ]
      ]
    ),
    ProducerLog(
      "fail2ban 1.0: a level behind a logger and a process",
      "text",
      """
      2026-11-27 23:23:41,903 fail2ban.server         [30266]: INFO    Starting Fail2ban v1.0.2
      2026-11-27 23:23:42,903 fail2ban.actions        [30266]: ERROR   Failed to execute ban
      """,
      errors: [
        [
          "time": "2026-11-27T23:23:42.903Z", "origin": "fail2ban.actions", "severity": "error",
          "message": "Failed to execute ban", "attributes.pid": "30266",
        ]
      ]
    ),
    ProducerLog(
      "etcd 3.4: a letter before a bar",
      "text",
      """
      2026-11-27 22:57:15.010161 I | etcdmain: etcd Version: 3.4.23
      2026-11-27 22:57:15.054968 C | etcdmain: listen tcp 192.0.2.1:2380: bind: cannot assign requested address
      2026-11-27 22:57:15.060000 N | embed: serving
      """,
      errors: [
        [
          "time": "2026-11-27T22:57:15.054968Z", "origin": "etcdmain", "severity": "critical",
          "message": "listen tcp 192.0.2.1:2380: bind: cannot assign requested address",
        ]
      ]
    ),
    ProducerLog(
      "RabbitMQ 3.10: a process of Erlang behind the level",
      "text",
      """
      2026-11-27 23:07:10.454040+00:00 [info] <0.223.0> Feature flags: list of feature flags found:
      2026-11-27 23:07:20.860642+00:00 [error] <0.679.0> PLAIN login refused: user x - invalid credentials
      """,
      errors: [
        [
          "time": "2026-11-27 23:07:20.860642Z", "severity": "error",
          "message": "PLAIN login refused: user x - invalid credentials", "attributes.pid": "<0.679.0>",
        ]
      ]
    ),
    ProducerLog(
      "chrony 4.3: a level that is the first word of a sentence",
      "text",
      """
      2026-11-27T23:13:36Z chronyd version 4.3 starting
      2026-11-27T23:13:40Z Fatal error : Invalid directive at line 4 in file chr.conf
      """,
      errors: [
        [
          "time": "2026-11-27T23:13:40Z", "severity": "fatal",
          "message": "Fatal error : Invalid directive at line 4 in file chr.conf",
        ]
      ]
    ),
    ProducerLog(
      "structlog 26.1 on a console: columns, a logger and pairs",
      "structlog-text",
      """
      2026-11-27T23:19:03.262000Z [info     ] started                        port=8080
      2026-11-27T23:19:04.262000Z [warning  ] careful 3                      [shop] loc=shop.py:7 who='a b'
      """,
      errors: [
        [
          "time": "2026-11-27T23:19:04.262000Z", "origin": "shop", "severity": "warning",
          "message": "careful 3", "attributes.loc": "shop.py:7", "attributes.who": "a b",
        ]
      ]
    ),
    ProducerLog(
      "Caddy 2.6 on a console: zap's columns with another time",
      "zap",
      "2026/11/27 22:55:11.914\t\u{1B}[31mERROR\u{1B}[0m\thttp.log.access.log1\thandled request\t{\"status\": 502}",
      errors: [
        [
          "time": "2026-11-27T22:55:11.914Z", "origin": "http.log.access.log1", "severity": "error",
          "message": "handled request",
        ]
      ]
    ),
    ProducerLog(
      "PHP-FPM 8.2: the manager's lines",
      "php",
      """
      [27-Nov-2026 23:02:37] NOTICE: fpm is running, pid 11510
      [27-Nov-2026 23:02:41] ERROR: unable to bind listening socket for address '192.0.2.1:9001' (99)
      [27-Nov-2026 23:02:42] WARNING: [pool www] child 11524 exited on signal 15 (SIGTERM) after 3.3 seconds
      """,
      errors: [
        [
          "time": "2026-11-27T23:02:41Z", "severity": "error",
          "message": "unable to bind listening socket for address '192.0.2.1:9001' (99)",
        ],
        [
          "time": "2026-11-27T23:02:42Z", "severity": "warning",
          "message": "child 11524 exited on signal 15 (SIGTERM) after 3.3 seconds", "attributes.pool": "www",
        ],
      ]
    ),
    ProducerLog(
      "PHP-FPM 8.2: a worker's lines without the manager's words around them",
      "php",
      """
      NOTICE: PHP message: plain error_log message
      NOTICE: PHP message: PHP Warning:  careful in /app/x.php on line 4
      NOTICE: PHP message: PHP Fatal error:  Uncaught RuntimeException: declined in /app/x.php:2
      Stack trace:
      #0 /app/x.php(4): pay(3)
      #1 {main}
        thrown in /app/x.php on line 2
      """,
      errors: [
        ["severity": "warning", "message": "careful in /app/x.php on line 4"],
        ["severity": "fatal", "type": "RuntimeException", "message": "declined in /app/x.php:2"],
      ]
    ),
    ProducerLog(
      "PHP-FPM 8.2: a worker's lines, each inside one of the manager's",
      "php",
      """
      [27-Nov-2026 23:02:40] WARNING: [pool www] child 7 said into stderr: "NOTICE: PHP message: PHP Warning:  careful in /app/x.php on line 4"
      [27-Nov-2026 23:02:40] WARNING: [pool www] child 7 said into stderr: "NOTICE: PHP message: PHP Fatal error:  Uncaught RuntimeException: declined in /app/x.php:2"
      [27-Nov-2026 23:02:40] WARNING: [pool www] child 7 said into stderr: "Stack trace:"
      [27-Nov-2026 23:02:40] WARNING: [pool www] child 7 said into stderr: "#0 /app/x.php(6): pay()"
      [27-Nov-2026 23:02:40] WARNING: [pool www] child 7 said into stderr: "#1 {main}"
      [27-Nov-2026 23:02:40] WARNING: [pool www] child 7 said into stderr: "  thrown in /app/x.php on line 2"
      """,
      errors: [
        [
          "time": "2026-11-27T23:02:40Z", "severity": "warning",
          "message": "careful in /app/x.php on line 4",
        ],
        [
          "time": "2026-11-27T23:02:40Z", "severity": "fatal", "type": "RuntimeException",
          "message": "declined in /app/x.php:2",
        ],
      ]
    ),
    ProducerLog(
      "Django 5.2: a request that is forbidden, for a reason",
      "django",
      """
      [27/Nov/2026 23:00:44] "GET /ok HTTP/1.1" 200 2
      Forbidden (CSRF cookie not set.): /ok
      Method Not Allowed (GET): /pay
      """,
      errors: [
        [
          "severity": "warning", "message": "Forbidden (CSRF cookie not set.): /ok",
          "attributes.reason": "CSRF cookie not set.", "attributes.route": "/ok",
        ],
        ["severity": "warning", "message": "Method Not Allowed (GET): /pay"],
      ]
    ),
    ProducerLog(
      "Prometheus 2.42: a level below warning without a message",
      "logfmt",
      """
      ts=2026-11-27T23:03:10.448Z caller=main.go:556 level=info msg="Starting"
      ts=2026-11-27T23:03:10.448Z caller=main.go:558 level=info fd_limits="(soft=20000)"
      ts=2026-11-27T23:03:10.449Z caller=main.go:560 level=error msg="Opening storage failed" err="no space"
      """,
      errors: [
        [
          "time": "2026-11-27T23:03:10.449Z", "severity": "error", "message": "no space",
          "attributes.msg": "Opening storage failed",
        ]
      ]
    ),
    ProducerLog(
      "Prometheus 2.42 as JSON",
      "json",
      """
      {"ts":"2026-11-27T23:03:10.448Z","level":"info","msg":"Starting"}
      {"ts":"2026-11-27T23:03:10.448Z","level":"info","fd_limits":"(soft=20000)"}
      """,
      errors: []
    ),
  ]

  private static let systemLogs = [
    ProducerLog(
      "syslog without levels: failures of systemd's units and of the kernel",
      "syslog-text",
      """
      2026-11-27T22:55:49.000001+00:00 vm systemd[1]: Started shop.service - The shop.
      2026-11-27T22:55:50.000001+00:00 vm systemd[1]: shop.service: Main process exited, code=exited, status=7/NOTRUNNING
      2026-11-27T22:55:50.000002+00:00 vm systemd[1]: shop.service: Failed with result 'exit-code'.
      2026-11-27T22:55:51.000001+00:00 vm systemd[1]: Failed to start shop.service - The shop.
      2026-11-27T22:55:52.000001+00:00 vm kernel: [ 1234.567890] Out of memory: Killed process 1234 (pay) total-vm:123kB
      2026-11-27T22:55:53.000001+00:00 vm kernel: pay[123]: segfault at 0 ip 00007f sp 00007e error 4 in pay[55+10]
      2026-11-27T22:55:54.000001+00:00 vm kernel: blk_update_request: I/O error, dev sda, sector 2048 op 0x0:(READ)
      2026-11-27T22:55:55.000001+00:00 vm kernel: usb 1-1: new high-speed USB device number 2
      """,
      errors: [
        [
          "time": "2026-11-27T22:55:50.000002Z", "origin": "shop.service", "severity": "error",
          "domain": "exit-code", "code": "7", "attempt": "1", "message": "Failed with result 'exit-code'.",
          "attributes.process": "main", "attributes.meaning": "NOTRUNNING",
        ],
        [
          "origin": "pay", "severity": "error",
          "message": "Out of memory: Killed process 1234 (pay) total-vm:123kB",
        ],
        [
          "origin": "pay", "severity": "error",
          "message": "segfault at 0 ip 00007f sp 00007e error 4 in pay[55+10]",
        ],
        [
          "origin": "sda", "severity": "error",
          "message": "blk_update_request: I/O error, dev sda, sector 2048 op 0x0:(READ)",
        ],
      ]
    ),
    ProducerLog(
      "journald: systemd's own messages",
      "journald",
      #"""
      {"PRIORITY":"5","_PID":"1","_SYSTEMD_UNIT":"init.scope","UNIT":"shop.service","SYSLOG_IDENTIFIER":"systemd","EXIT_CODE":"exited","EXIT_STATUS":"7","__REALTIME_TIMESTAMP":"1795820150000000","MESSAGE":"shop.service: Main process exited, code=exited, status=7/NOTRUNNING"}
      {"PRIORITY":"4","_PID":"1","_SYSTEMD_UNIT":"init.scope","UNIT":"shop.service","SYSLOG_IDENTIFIER":"systemd","UNIT_RESULT":"exit-code","__REALTIME_TIMESTAMP":"1795820150000000","MESSAGE":"shop.service: Failed with result 'exit-code'."}
      {"PRIORITY":"6","_PID":"1","_SYSTEMD_UNIT":"init.scope","UNIT":"shop.service","SYSLOG_IDENTIFIER":"systemd","__REALTIME_TIMESTAMP":"1795820151000000","MESSAGE":"Started shop.service - The shop."}
      {"PRIORITY":"3","_PID":"1","_SYSTEMD_UNIT":"init.scope","UNIT":"shop.service","SYSLOG_IDENTIFIER":"systemd","__REALTIME_TIMESTAMP":"1795820152000000","MESSAGE":"Unit shop.service has a bad setting."}
      """#,
      errors: [
        [
          "time": "2026-11-27T22:55:50Z", "origin": "shop.service", "severity": "error",
          "domain": "exit-code",
          "code": "7",
        ],
        [
          "origin": "shop.service", "severity": "error", "message": "Unit shop.service has a bad setting.",
        ],
      ]
    ),
    ProducerLog(
      "dmesg of a machine with a GPU (driver 580): the lines of one failure are one error",
      "dmesg",
      """
      [    0.386294] nvidia: loading out-of-tree module taints kernel.
      [   51.942297] NVRM: Xid (PCI:0000:00:06): 43, pid=481, name=python3, channel 0x0000000a
      [   55.436119] NVRM: Xid (PCI:0000:00:06): 43, pid=502, name=python3, channel 0x0000000a
      [  223.717982] NVRM: Xid (PCI:0000:00:06): 13, Graphics SM Warp Exception on (GPC 1, TPC 4, SM 0): Misaligned Address
      [  223.719455] NVRM: Xid (PCI:0000:00:06): 13, Graphics Exception: ESR 0x519730=0xf 0x519734=0x0
      [  223.721019] NVRM: Xid (PCI:0000:00:06): 13, pid=1426, name=python3, Graphics Exception: channel 0x0000000a
      [  300.000001] Out of memory: Killed process 99 (pay) total-vm:123kB
      """,
      errors: [
        ["origin": "python3", "type": "Xid", "code": "43", "attributes.pid": "481"],
        ["origin": "python3", "type": "Xid", "code": "43", "attributes.pid": "502"],
        [
          "type": "Xid", "code": "13", "severity": "error",
          "message":
            "NVRM: Xid (PCI:0000:00:06): 13, Graphics SM Warp Exception on (GPC 1, TPC 4, SM 0): Misaligned Address",
        ],
        ["origin": "pay", "message": "Out of memory: Killed process 99 (pay) total-vm:123kB"],
      ]
    ),
    ProducerLog(
      "dmesg -T, and dmesg -x",
      "dmesg",
      """
      [Fri Nov 27 22:55:50 2026] usb 1-1: new high-speed USB device number 2 using xhci_hcd
      [Fri Nov 27 22:55:51 2026] pay[123]: segfault at 0 ip 00007f sp 00007e error 4 in pay[55+10]
      kern  :err   : [    5.123456] ACPI: no table
      """,
      errors: [
        ["time": "2026-11-27T22:55:51Z", "origin": "pay", "severity": "error"],
        [
          "origin": "kernel", "severity": "error", "message": "ACPI: no table",
          "attributes.uptime": "5.123456",
        ],
      ]
    ),
  ]

  private static let otherLogs = [
    ProducerLog(
      "NATS: a process before the time",
      "text",
      """
      [17392] 2026/11/27 22:57:27.241665 [INF] Starting nats-server
      [17392] 2026/11/27 22:57:28.241665 [ERR] Error trying to connect to route (attempt 1): dial tcp 192.0.2.1:9
      """,
      errors: [
        [
          "time": "2026-11-27T22:57:28.241665Z", "severity": "error",
          "message": "Error trying to connect to route (attempt 1): dial tcp 192.0.2.1:9",
        ]
      ]
    ),
    ProducerLog(
      "Go 1.19, log.SetPrefix: a program before the time",
      "text",
      """
      shop: 2026/11/27 23:06:12 error: pay: declined 3
      shop: 2026/11/27 23:06:13 started
      """,
      errors: [
        [
          "time": "2026-11-27T23:06:12Z", "origin": "shop", "severity": "error", "message": "pay: declined 3",
        ]
      ]
    ),
    ProducerLog(
      "mosquitto 2.0: seconds since 1970",
      "text",
      """
      1795820228: mosquitto version 2.0.11 starting
      1795820229: Error creating bridge: Broken pipe.
      """,
      errors: [
        [
          "time": "2026-11-27T22:57:09Z", "severity": "error",
          "message": "Error creating bridge: Broken pipe.",
        ]
      ]
    ),
    ProducerLog(
      "Tor: a month, a day and a level",
      "text",
      """
      Nov 27 22:57:27.000 [notice] Tor 0.4.7.16 running on Linux
      Nov 27 22:57:28.000 [warn] Failed to bind one of the listener ports.
      """,
      errors: [["severity": "warning", "message": "Failed to bind one of the listener ports."]]
    ),
    ProducerLog(
      "Squid 5.7, cache.log: a process before the level",
      "text",
      """
      2026/11/27 22:56:43| Starting Squid Cache version 5.7
      2026/11/27 22:56:44 kid1| Starting Squid Cache version 5.7
      2026/11/27 22:56:45 kid1| ERROR: Cannot open HTTP Port
      """,
      errors: [
        [
          "time": "2026-11-27T22:56:45Z", "origin": "kid1", "severity": "error",
          "message": "Cannot open HTTP Port",
        ]
      ]
    ),
    ProducerLog(
      "Squid 5.7, access.log",
      "access-other",
      """
      1795820204.525      0 192.0.2.1 TCP_MISS/503 3434 GET http://shop.example/x - HIER_DIRECT/192.0.2.2 text/html
      1795820204.540      2 192.0.2.1 TCP_HIT/200 3408 GET http://shop.example/y - HIER_NONE/- text/html
      """,
      errors: [
        [
          "time": "2026-11-27T22:56:44.525Z", "severity": "error", "status": "503",
          "message": "GET http://shop.example/x", "attributes.route": "/x",
        ]
      ]
    ),
    ProducerLog(
      "uWSGI 2.0: a traceback, then its request",
      "access-other",
      """
      Traceback (most recent call last):
        File "uw.py", line 2, in application
      ValueError: bad thing
      [pid: 15447|app: 0|req: 2/2] 192.0.2.1 () {24 vars in 250 bytes} [Fri Nov 27 22:55:50 2026] GET /bad => generated 0 bytes in 0 msecs (HTTP/1.1 500) 0 headers in 0 bytes (0 switches on core 0)
      [pid: 15447|app: 0|req: 3/3] 192.0.2.1 () {24 vars in 250 bytes} [Fri Nov 27 22:55:51 2026] GET /ok => generated 2 bytes in 0 msecs (HTTP/1.1 200) 1 headers in 45 bytes (1 switches on core 0)
      """,
      errors: [
        ["type": "ValueError", "message": "bad thing"],
        [
          "time": "2026-11-27T22:55:50Z", "severity": "error", "status": "500", "message": "GET /bad",
        ],
      ]
    ),
    ProducerLog(
      "HAProxy 2.6, httpslog and its own lines",
      "haproxy",
      """
      192.0.2.1:53604 [27/Nov/2026:22:55:21.049] fe be/s1 0/0/-1/-1/3005 503 217 - - SC-- 1/1/0/0/3 0/0 "GET /y HTTP/1.1" 0/-/-/-/0 -/-/-
      Connect from 192.0.2.1:55722 to 192.0.2.2:8086 (fe/HTTP)
      Server be/s1 is DOWN, reason: Layer4 connection problem, info: "Connection refused".
      backend be has no server available!
      """,
      errors: [
        ["status": "503", "message": "GET /y HTTP/1.1"],
        ["origin": "be", "severity": "warning"],
        ["origin": "be", "severity": "critical", "message": "backend be has no server available!"],
      ]
    ),
    ProducerLog(
      "Tornado 6.6 and Jupyter Server 2.21",
      "text",
      """
      [E 2026-11-27 23:12:06.189 ServerApp] No such kernel named nokernel
      [I 261127 23:00:14 web:2591] 200 GET /ok (192.0.2.1) 0.64ms
      [W 261127 23:00:15 web:2591] 404 GET /none (192.0.2.1) 0.44ms
      """,
      errors: [
        [
          "time": "2026-11-27T23:12:06.189Z", "origin": "ServerApp", "severity": "error",
          "message": "No such kernel named nokernel",
        ],
        [
          "time": "2026-11-27T23:00:15Z", "origin": "web:2591", "severity": "warning",
          "message": "404 GET /none (192.0.2.1) 0.44ms",
        ],
      ]
    ),
    ProducerLog(
      "Erlang/OTP 25: reports",
      "erlang",
      """
      =PROGRESS REPORT==== 27-Nov-2026::23:06:08.711658 ===
      started
      =ERROR REPORT==== 27-Nov-2026::23:06:08.739359 ===
      Error in process <0.79.0> with exit value:
      {oops,[{erl_eval,do_apply,7}]}
      """,
      errors: [
        [
          "time": "2026-11-27T23:06:08.739359Z", "severity": "error",
          "message": "Error in process <0.79.0> with exit value:\n{oops,[{erl_eval,do_apply,7}]}",
        ]
      ]
    ),
    ProducerLog(
      "slurmctld, and other programs before a level without a time",
      "plain",
      """
      debug: slurmctld log levels
      slurmctld: error: Couldn't load specified plugin name
      """,
      errors: [
        [
          "origin": "slurmctld", "severity": "error", "message": "Couldn't load specified plugin name",
        ]
      ]
    ),
    ProducerLog(
      "Varnish 7.1: levels that begin with a capital",
      "plain",
      """
      Debug: Child (15141) Started
      Error: Manager got SIGTERM
      """,
      errors: [["severity": "error", "message": "Error: Manager got SIGTERM"]]
    ),
  ]

  @Test("A level is read where it is", arguments: levelLogs)
  private func readsLevel(log: ProducerLog) throws { try log.check() }

  @Test("Failures of the system are errors without a level", arguments: systemLogs)
  private func readsFailure(log: ProducerLog) throws { try log.check() }

  @Test("Common layouts are read without a format for each", arguments: otherLogs)
  private func readsLayout(log: ProducerLog) throws { try log.check() }

  @Test("Words of failure are proposed for a log without levels")
  func failureWords() throws {
    let text = """
      [2026-11-30 22:52:26] plugin_load: plugin "tail" successfully loaded.
      [2026-11-30 22:52:26] plugin_load: Could not find plugin "nothing" in /usr/lib/collectd
      [2026-11-30 22:52:27] Initialization complete, entering read-loop.
      """
    let read = try ReadStream(Array("\(text)\n".utf8), isToDraft: true)
    #expect(read.format == "text")
    #expect(read.hasNoLevels)
    let draft = try #require(read.draft)
    let again = try ReadStream(
      Array("\(text)\n".utf8),
      input: .format(FormatPlan(draft.mapping), FormatTable())
    )
    #expect(again.records.count == 1)
    #expect(try ProducerLog.members(again.records.first ?? "")["severity"] == "error")
  }
}
