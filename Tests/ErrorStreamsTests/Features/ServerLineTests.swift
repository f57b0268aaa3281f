import ErrorStreams
import Foundation
import Testing

/// Reduced logs of the servers and tools that were run on 2026-11-30, with the errors read from them by hand.
@Suite("Lines of servers and tools as they write them")
struct ServerLineTests {
  private static let systemErrors = [
    ProducerLog(
      "dnsmasq 2.90, OpenSSH 9.2, memcached 1.6: the text of the system's error ends the line",
      "os-error",
      """
      dnsmasq: failed to create listening socket for 192.0.2.9: Cannot assign requested address
      ssh: connect to host shop.example port 22: Connection refused
      failed to listen on TCP port 11211: Address already in use
      /etc/ssh/sshd_config: No such file or directory
      Bind to port 22 on 192.0.2.9 failed: Cannot assign requested address.
      """,
      errors: [
        [
          "origin": "dnsmasq", "severity": "error", "domain": "NSPOSIXErrorDomain", "code": "99",
          "platform": "linux",
          "message": "failed to create listening socket for 192.0.2.9: Cannot assign requested address",
        ],
        [
          "origin": "ssh", "code": "111",
          "message": "connect to host shop.example port 22: Connection refused",
        ],
        ["code": "98", "message": "failed to listen on TCP port 11211: Address already in use"],
        ["code": "2", "message": "/etc/ssh/sshd_config: No such file or directory"],
        ["code": "99"],
      ]
    ),
    ProducerLog(
      "PowerDNS 4.7, slapd 2.5, ntpd: so it is behind a time, where no level is",
      "text",
      """
      Nov 30 08:59:08 Loading '/usr/lib/pdns/libbindbackend.so'
      Nov 30 08:59:08 Unable to load module 'bind': cannot open shared object file: No such file or directory
      6b0d3b0d.0a43d6d8 0x7f328426a200 daemon: bind(6) failed errno=99 (Cannot assign requested address)
      6b0d3b0d.117aecea 0x7f9c451ba200 could not stat config file "/shop": No such file or directory (2)
      2026-11-30T08:59:17 ntpd[9015]: CONFIG: failed to open '/shop': No such file or directory
      """,
      errors: [
        ["code": "2"], ["code": "99", "severity": "error"], ["code": "2"],
        ["time": "2026-11-30T08:59:17Z", "origin": "ntpd", "code": "2", "attributes.pid": "9015"],
      ]
    ),
    ProducerLog(
      "Postfix 3.7: a line with a level has that, whatever ends it",
      "syslog-text",
      """
      Nov 30 09:16:35 shop pay[7]: debug: no answer yet: Connection refused
      Nov 30 09:16:35 shop postfix/smtpd[4097]: warning: aliases are unavailable: No such file or directory
      Nov 30 09:16:35 shop postfix/smtp[4098]: connect to 192.0.2.1[192.0.2.1]:25: Connection refused
      """,
      errors: [
        ["severity": "warning", "message": "aliases are unavailable: No such file or directory"],
        ["severity": "error", "origin": "postfix/smtp", "code": "111"],
      ]
    ),
  ]

  private static let results = [
    ProducerLog(
      "slapd 2.5: results that are none of success",
      "text",
      """
      6b0d3b0c.38f5ff69 0x7f8d4f4976c0 conn=1000 op=0 BIND dn="cn=a,dc=shop" method=128
      6b0d3b0c.38f82fc6 0x7f8d4f4976c0 conn=1000 op=0 RESULT tag=97 err=49 qtime=0.00002 etime=0.0002 text=
      6b0d3b0c.39355568 0x7f8d4f4976c0 conn=1000 op=1 SEARCH RESULT tag=101 err=0 nentries=1 text=
      6b0d3b0c.39355568 0x7f8d4f4976c0 conn=1000 op=2 RESULT tag=103 err=14 text=
      6b0d3b0c.3971ca23 0x7f8d4f4976c0 conn=1000 op=3 SEARCH RESULT tag=101 err=51 nentries=0 text=busy
      """,
      errors: [["severity": "warning", "code": "49"], ["severity": "error", "code": "51"]]
    ),
    ProducerLog(
      "Postfix 3.7: what was not delivered, and what was refused",
      "syslog-text",
      """
      Nov 30 09:16:35 shop postfix/smtpd[4093]: connect from unknown[192.0.2.1]
      Nov 30 09:16:35 shop postfix/smtpd[4097]: NOQUEUE: reject: RCPT from unknown[192.0.2.1]: 450 4.1.8 <ann@shop.example>: Sender address rejected: Domain not found; from=<ann@shop.example> proto=ESMTP
      Nov 30 09:16:35 shop postfix/smtp[4098]: 315DD724F: to=<bo@shop.example>, relay=none, delay=0.02, dsn=4.4.1, status=deferred (connect to 192.0.2.1[192.0.2.1]:25: Connection refused)
      Nov 30 09:16:35 shop postfix/smtp[4098]: 315DD724F: to=<bo@shop.example>, relay=192.0.2.1[192.0.2.1]:25, dsn=2.0.0, status=sent (250 2.0.0 Ok)
      Nov 30 09:16:36 shop postfix/smtp[4098]: 3CA11724F: to=<cy@shop.example>, relay=192.0.2.1[192.0.2.1]:25, dsn=5.1.1, status=bounced (host said: 550 5.1.1 no such user)
      """,
      errors: [
        ["severity": "warning", "code": "4.1.8", "origin": "postfix/smtpd"],
        ["severity": "warning", "code": "4.4.1", "operation": "315DD724F"],
        ["severity": "error", "code": "5.1.1", "operation": "3CA11724F"],
      ]
    ),
    ProducerLog(
      "Exim 4.96: its own signs of deliveries that were put off and that failed",
      "text",
      """
      2026-11-30 08:57:12 1xXxCC-0001YF-08 <= ann@shop.example H=([192.0.2.1]) [192.0.2.1] P=esmtp S=190
      2026-11-30 08:57:12 H=([192.0.2.1]) [192.0.2.1] F=<ann@shop.example> rejected RCPT <cy@shop.example>: relay not permitted
      2026-11-30 08:57:12 1xXxCC-0001YF-08 == bo@shop.example R=r1 T=t1 defer (111): Connection refused
      2026-11-30 08:57:12 1xXxCC-0001YF-09 ** cy@shop.example: Unrouteable address
      2026-11-30 08:57:12 1xXxCC-0001YF-09 Completed
      """,
      errors: [
        ["severity": "warning"], ["severity": "warning", "code": "111", "operation": "1xXxCC-0001YF-08"],
        ["severity": "error", "operation": "1xXxCC-0001YF-09", "time": "2026-11-30T08:57:12Z"],
      ]
    ),
    ProducerLog(
      "Ansible 2.19: what each host answered",
      "ansible",
      """
      web1 | SUCCESS => {
          "changed": false,
          "ping": "pong"
      }
      db1 | UNREACHABLE! => {
          "changed": false,
          "msg": "Failed to connect to the host via ssh: Connection refused",
          "unreachable": true
      }
      web2 | FAILED | rc=3 >>
      no stock
      non-zero return code
      web3 | CHANGED | rc=0 >>
      paid
      """,
      errors: [
        ["origin": "db1", "message": "Failed to connect to the host via ssh: Connection refused"],
        ["origin": "web2", "code": "3"],
      ],
      rejected: 3
    ),
    ProducerLog(
      "memcached 1.6 -vv: its answers",
      "results",
      """
      <25 new auto-negotiating client connection
      25: Client using the ascii protocol
      <25 get a
      >25 END
      >25 ERROR
      >25 SERVER_ERROR object too large for cache
      """,
      errors: [
        ["severity": "warning", "type": "ERROR"],
        ["severity": "error", "type": "SERVER_ERROR", "message": "object too large for cache"],
      ]
    ),
  ]

  private static let levels = [
    ProducerLog(
      "CUPS 2.4: a letter before the time",
      "text",
      """
      I [30/Nov/2026:08:57:59 +0000] Remote access is disabled.
      E [30/Nov/2026:08:57:59 +0000] Unknown directive Bogus on line 5 of /etc/cups/cupsd.conf.
      d [30/Nov/2026:08:57:59 +0000] cupsdSetBusyState: newbusy="Not busy"
      """,
      errors: [["time": "2026-11-30T08:57:59Z", "severity": "error"]]
    ),
    ProducerLog(
      "ClamAV 1.4: a level before the time or behind an arrow",
      "text",
      """
      Mon Nov 30 08:58:05 2026 -> Reading databases from /var/lib/clamav
      Mon Nov 30 08:58:05 2026 -> ERROR: Can't get file status
      WARNING: Mon Nov 30 08:58:05 2026 -> Invalid DNS reply. Falling back to HTTP mode.
      """,
      errors: [
        ["time": "2026-11-30T08:58:05Z", "severity": "error", "message": "Can't get file status"],
        ["time": "2026-11-30T08:58:05Z", "severity": "warning"],
      ]
    ),
    ProducerLog(
      "ReadyMedia 1.3: a place in a file before the level",
      "text",
      """
      [2026/11/30 08:59:30] minidlna.c:529: debug: Using locale dir
      [2026/11/30 08:59:30] minidlna.c:599: fatal: Error reading configuration file
      """,
      errors: [
        ["severity": "fatal", "origin": "minidlna.c:599", "message": "Error reading configuration file"]
      ]
    ),
    ProducerLog(
      "Icinga 2.13: a component behind the level",
      "text",
      """
      [2026-11-30 08:59:35 +0000] information/cli: Loading configuration file(s).
      [2026-11-30 08:59:35 +0000] critical/Application: Could not open PID file '/run/icinga2/icinga2.pid'.
      """,
      errors: [["severity": "critical", "origin": "Application"]]
    ),
    ProducerLog(
      "Keepalived 2.2: a line of its configuration before the level",
      "text",
      """
      Mon Nov 30 08:59:34 2026: Starting Keepalived v2.2.7 (01/16,2022)
      Mon Nov 30 08:59:34 2026: (/etc/keepalived.conf: Line 4) WARNING - interface eth9 doesn't exist
      """,
      errors: [["severity": "warning", "message": "interface eth9 doesn't exist"]]
    ),
    ProducerLog(
      "stunnel 5.68: syslog's number",
      "text",
      """
      2026.11.30 08:59:17 LOG5[ui]: Reading configuration from file /etc/stunnel.conf
      2026.11.30 08:59:17 LOG3[ui]: Cannot open certificate
      """,
      errors: [["severity": "error", "message": "Cannot open certificate"]]
    ),
    ProducerLog(
      "Syncthing 1.19: a node before the clock",
      "text",
      """
      [start] 08:58:10 INFO: Default config saved
      [HUDY7] 08:58:11 WARNING: Starting API/GUI: listen tcp 192.0.2.9:1: bind: cannot assign requested address
      """,
      errors: [["severity": "warning", "origin": "HUDY7"]]
    ),
    ProducerLog(
      "unbound 1.17: seconds in brackets, or syslog's time and a thread",
      "text",
      """
      [1796029024] unbound[5857:0] notice: init module 0: subnetcache
      [1796029025] unbound[5903:0] fatal error: Could not read config file
      Nov 30 08:57:05 unbound[5901:0] error: can't bind socket
      """,
      errors: [
        ["time": "2026-11-30T08:57:05Z", "severity": "fatal", "message": "Could not read config file"],
        ["severity": "error", "origin": "unbound", "message": "can't bind socket"],
      ]
    ),
    ProducerLog(
      "FreeRADIUS 3.2: a day of the week is not a program",
      "text",
      """
      Mon Nov 30 08:58:05 2026 : Info: systemd watchdog is disabled
      Mon Nov 30 08:58:05 2026 : Error: The server is not configured to listen on any ports
      """,
      errors: [["severity": "error", "message": "The server is not configured to listen on any ports"]]
    ),
    ProducerLog(
      "rclone 1.60: blanks before the colon",
      "go-log",
      """
      2026/11/30 08:58:16 NOTICE: Config file not found - using defaults
      2026/11/30 08:58:16 ERROR : shop.txt: directory not found
      """,
      errors: [["severity": "error", "message": "shop.txt: directory not found"]]
    ),
    ProducerLog(
      "Ruff 0.14: fern's brackets",
      "rust-text",
      """
      [2026-11-30][09:19:43][ruff::resolve][DEBUG] Using Ruff default settings
      [2026-11-30][09:19:44][ruff::cache][ERROR] Failed to open the cache
      """,
      errors: [["time": "2026-11-30T09:19:44Z", "severity": "error", "origin": "ruff::cache"]]
    ),
    ProducerLog(
      "dbt 1.11 and 1.12: one error a failure, in the summary",
      "text",
      """
      23:19:35  2 of 4 FAIL 1 accepted_values_good_id__2 ....................................... [FAIL 1 in 0.09s]
      23:19:35  Failure in test accepted_values_good_id__2 (models/s.yml)
      23:19:35    Got 1 result, configured to fail if != 0
      23:19:36  Database Error in model bad (models/bad.sql)
      09:21:03  [ERROR]: in model broken (models/broken.sql)
      09:21:03    Compilation Error in model broken (models/broken.sql)
        'nosuch' is undefined.
      """,
      errors: [
        ["severity": "error", "message": "Failure in test accepted_values_good_id__2 (models/s.yml)"],
        ["severity": "error"], ["severity": "error", "message": "in model broken (models/broken.sql)"],
      ]
    ),
    ProducerLog(
      "OpenVPN 2.6, Slurm 22.05, Kea 2.2: what failed before the level",
      "plain",
      """
      Options error: No client-side authentication method is specified.
      slurm_load_jobs error: Unable to contact slurm controller (connect failure)
      kea-dhcp4: Fatal error during start up: Unable to open PID file
      """,
      errors: [
        ["severity": "error", "message": "No client-side authentication method is specified."],
        ["severity": "error"],
        ["severity": "fatal", "origin": "kea-dhcp4", "message": "Unable to open PID file"],
      ]
    ),
  ]

  private static let edge = String(repeating: "-", count: 74)

  private static let boxes = [
    ProducerLog(
      "Open MPI 4.1: a message between lines of dashes is one error",
      "plain",
      """
      \(edge)
      mpirun was unable to launch the specified application as it could not access
      or execute an executable:

      Executable: /shop
      Node: vm
      \(edge)
      \(edge)
      WARNING: No preset parameters were found for the device
        Local host: vm
      \(edge)
      """,
      errors: [
        [
          "severity": "error",
          "message":
            "mpirun was unable to launch the specified application as it could not access\nor execute an executable:\n\nExecutable: /shop\nNode: vm",
        ],
        ["severity": "warning"],
      ]
    ),
    ProducerLog(
      "Lines of dashes around what did not fail are no error, and a log's lines behind one are lines",
      "python-text",
      """
      [ERROR] declined
      \(edge)
      Welcome to the shop
      \(edge)
      \(edge)
      2026-11-30 08:57:12 ERROR shop: no stock
      """,
      errors: [["message": "declined"], ["message": "no stock"]]
    ),
  ]

  @Test("The system's own text of an error makes a line without a level one", arguments: systemErrors)
  private func readsSystemErrors(log: ProducerLog) throws { try log.check() }

  @Test("A protocol's code or word makes a line without a level an error", arguments: results)
  private func readsResults(log: ProducerLog) throws { try log.check() }

  @Test("A level is read where it is", arguments: levels)
  private func readsLevels(log: ProducerLog) throws { try log.check() }

  @Test("A box is one record", arguments: boxes)
  private func readsBoxes(log: ProducerLog) throws { try log.check() }

  @Test("A line of an exception's message that ends with a system's error stays in the message")
  func insideMessages() throws {
    let trace = """
      Traceback (most recent call last):
        File "pay.py", line 3, in <module>
          connect()
      psycopg.OperationalError: connection failed: Connection refused
      \tIs the server running on that host?
      connection to server at "::1" failed: Cannot assign requested address
      """
    for log in [trace, "2026-11-30 08:57:12,001 ERROR shop: no answer\n\(trace)"] {
      let read = try ReadStream(Array("\(log)\n".utf8))
      #expect(read.records.count == 1, "\(read.records)")
      #expect(read.counts.malformed == 0)
    }
  }
}
