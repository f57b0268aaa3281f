import ErrorStreams
import Foundation
import Testing

/// Reduced logs of programs that were run on 2026-12-01 in ways that fail, with the errors read from them by hand.
@Suite("The last words of programs, alone and inside other logs")
struct LastWordTests {
  private static let refusals = [
    ProducerLog(
      "OpenSSH 9.2, sshd -e: what it refused, once where it says so twice",
      "results",
      """
      Invalid user shop from 10.0.0.7 port 45268
      maximum authentication attempts exceeded for invalid user shop from 10.0.0.7 port 45268 ssh2 [preauth]
      Disconnecting invalid user shop 10.0.0.7 port 45268: Too many authentication failures [preauth]
      Disconnecting invalid user shop 10.0.0.7 port 45269: Change of username or service not allowed [preauth]
      User ann not allowed because account is locked
      User ann from 10.0.0.7 not allowed because not listed in AllowUsers
      Could not get shadow information for NOUSER
      beginning MaxStartups throttling
      drop connection #1 from [10.0.0.7]:45380 on [10.0.0.1]:22 past MaxStartups
      Timeout before authentication for 10.0.0.7 port 45290
      subsystem request for sftp by user ann failed, subsystem not found
      """,
      errors: [
        ["severity": "error"], ["severity": "warning"], ["severity": "warning"], ["severity": "warning"],
        [
          "severity": "warning",
          "message": "drop connection #1 from [10.0.0.7]:45380 on [10.0.0.1]:22 past MaxStartups",
        ],
        ["severity": "warning"], ["severity": "error"],
      ]
    ),
    ProducerLog(
      "OpenSSH 9.2, sshd -e: a key that others may read, and a file that it cannot use",
      "results",
      """
      @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
      @         WARNING: UNPROTECTED PRIVATE KEY FILE!          @
      @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
      Permissions 0644 for '/etc/ssh/key' are too open.
      It is required that your private key files are NOT accessible by others.
      This private key will be ignored.
      /etc/ssh/sshd_config: line 1: Bad configuration option: Nonsense
      """,
      errors: [["message": "Permissions 0644 for '/etc/ssh/key' are too open."], ["severity": "error"]]
    ),
    ProducerLog(
      "OpenSSH 9.2 in Docker Compose",
      "compose",
      """
      sshd-1  | Server listening on 0.0.0.0 port 22.
      sshd-1  | Failed password for root from 10.0.0.7 port 45304 ssh2
      sshd-1  | Cannot bind any address.
      """,
      errors: [["severity": "warning", "origin": "sshd-1"], ["severity": "error"]]
    ),
    ProducerLog(
      "BorgBackup 1.2: its errors are sentences",
      "results",
      """
      Repository /backup/shop does not exist.
      Archive shop-1 already exists
      Failed to create/acquire the lock /backup/shop/lock.exclusive (timeout).
      /etc is not a valid repository. Check repo config.
      passphrase supplied in BORG_PASSPHRASE, by BORG_PASSCOMMAND or via BORG_PASSPHRASE_FD is incorrect.
      /srv/till: [Errno 13] Permission denied: 'till'
      Data integrity error: Segment entry checksum mismatch [segment 0, offset 8]
      """,
      errors: [
        ["severity": "error", "message": "Repository /backup/shop does not exist."], [:], [:], [:], [:],
        ["code": "13", "message": "/srv/till: [Errno 13] Permission denied: 'till'"],
        ["severity": "error", "message": "Segment entry checksum mismatch [segment 0, offset 8]"],
      ]
    ),
    ProducerLog(
      "BIND 9.18, named -g: why it could not start",
      "text",
      """
      01-Dec-2026 02:55:53.436 loading configuration from '/etc/bind/named.conf'
      01-Dec-2026 02:55:53.436 /etc/bind/named.conf:1: unknown option 'foo'
      01-Dec-2026 02:55:53.440 loading configuration: failure
      01-Dec-2026 02:55:54.180 creating IPv4 interface lo failed; interface ignored
      01-Dec-2026 02:55:54.180 unable to listen on any configured interfaces
      01-Dec-2026 02:55:54.180 exiting (due to fatal error)
      """,
      errors: [
        [
          "severity": "error", "time": "2026-12-01T02:55:53.436Z",
          "message": "/etc/bind/named.conf:1: unknown option 'foo'",
        ], ["severity": "error"], ["severity": "error"], ["severity": "error"], ["severity": "error"],
      ]
    ),
    ProducerLog(
      "pgBackRest 2.45: the number of the error, at a terminal and in a log",
      "text",
      """
      2026-12-01 02:56:06.112 P00   INFO: restore command begin 2.45: --stanza=shop
      2026-12-01 02:56:06.113 P00  ERROR: [055]: unable to load info file 'backup.info' or 'backup.info.copy':
                                          FileMissingError: unable to open missing file 'backup.info' for read
                                          HINT: has a stanza-create been performed?
      ERROR: [037]: check command requires option: pg1-path
             HINT: does this stanza exist?
      """,
      errors: [
        [
          "severity": "error", "type": "FileMissingError", "code": "55", "time": "2026-12-01T02:56:06.113Z",
          "message": "[055]: unable to load info file 'backup.info' or 'backup.info.copy':",
        ],
        ["type": "OptionRequiredError", "code": "37"],
      ]
    ),
  ]

  private static let failedAssertions = [
    "pay: pay.c:12: charge: Assertion `n > 0' failed.",
    "pay: pay.cpp:12: int charge(int, char**): Assertion `n > 0 && \"no stock\"' failed.",
    "Assertion failed: (n > 0), function charge, file pay.c, line 12.",
    "Assertion failed: n > 0 (pay.c: charge: 12)",
    "pay.c:12: charge: assertion \"n > 0\" failed",
    "terminate called without an active exception",
    "pay: error: no gateway",
  ]

  private static let traces = [
    ProducerLog(
      "libstdc++ 12 in syslog: the exception that ended the process",
      "syslog-text",
      """
      Dec  1 03:07:30 shop cron[1]: (root) CMD (pay)
      Dec  1 03:07:31 shop pay[7]: terminate called after throwing an instance of 'std::runtime_error'
      Dec  1 03:07:31 shop pay[7]:   what():  no gateway 7
      Dec  1 03:07:32 shop cron[1]: (root) CMD (pay)
      Dec  1 03:07:33 shop pay[8]: error: no gateway
      """,
      errors: [
        ["type": "std::runtime_error", "message": "no gateway 7", "origin": "pay"], ["severity": "error"],
      ]
    ),
    ProducerLog(
      "duplicity 1.2: an older heading, and a blank before the exception",
      "trace",
      """
      Traceback (innermost last):
        File "/usr/bin/duplicity", line 92, in <module>
          with_tempdir(main)
        File "/usr/lib/python3/dist-packages/duplicity/dup_collections.py", line 1011, in get_backup_chain_at_time
          raise CollectionsError("No backup chains found")
       duplicity.dup_collections.CollectionsError: No backup chains found

      Command line error: Expected 2 args, got 1
      """,
      errors: [
        ["type": "duplicity.dup_collections.CollectionsError", "message": "No backup chains found"],
        ["severity": "error", "message": "Expected 2 args, got 1"],
      ]
    ),
    ProducerLog(
      "CherryPy 18.10: the headers of a request that failed",
      "text",
      """
      [30/Nov/2026:22:44:15] HTTP \("")
      Traceback (most recent call last):
        File "pay.py", line 6, in pay
      ValueError: no gateway 7
      [30/Nov/2026:22:44:15] HTTP \("")
      Request Headers:
        Remote-Addr: 10.0.0.7
        ACCEPT: */*
      10.0.0.7 - - [30/Nov/2026:22:44:15] "GET /pay HTTP/1.1" 500 1727 "" "curl/7.88.1"
      """,
      errors: [["type": "ValueError", "message": "no gateway 7"], ["status": "500"]]
    ),
    ProducerLog(
      "LXC 5.0 in its log: one failure is one error, and the next one another",
      "text",
      """
      lxc-start shop 20261130224344.533 WARN     start - ../src/lxc/start.c:lxc_check_inherited:329 - Inherited fd 10
      lxc-start shop 20261130224344.533 ERROR    cgfsng - ../src/lxc/cgroups/cgfsng.c:initialize_cgroups:3805 - No such file or directory - Failed to open /sys/fs/cgroup
      lxc-start shop 20261130224344.534 ERROR    start - ../src/lxc/start.c:lxc_init:862 - Failed to initialize cgroup driver
      lxc-start shop 20261130224344.534 ERROR    lxc_start - ../src/lxc/tools/lxc_start.c:main:306 - The container failed to start
      lxc-start shop 20261130224350.100 ERROR    cgfsng - ../src/lxc/cgroups/cgfsng.c:initialize_cgroups:3805 - No such file or directory - Failed to open /sys/fs/cgroup
      """,
      errors: [
        ["severity": "warning"],
        [
          "severity": "error", "origin": "cgfsng", "time": "2026-11-30T22:43:44.533Z",
          "message": "No such file or directory - Failed to open /sys/fs/cgroup",
        ],
        ["time": "2026-11-30T22:43:50.100Z"],
      ]
    ),
  ]

  @Test("A log reads as it does by hand", arguments: refusals + traces)
  private func read(log: ProducerLog) throws { try log.check() }

  @Test("A failed assertion or a level is read wherever a collector puts it", arguments: failedAssertions)
  private func assertion(line: String) throws {
    let object = try JSONSerialization.data(withJSONObject: ["PRIORITY": "6", "MESSAGE": line])
    let journal = String(decoding: object.dropFirst(), as: UTF8.self)
    for log in [
      line, "web-1  | \(line)", "Dec  1 03:07:31 shop app[7]: \(line)",
      "{\"__REALTIME_TIMESTAMP\":\"1796029024000000\",\"SYSLOG_IDENTIFIER\":\"app\",\(journal)",
    ] {
      let read = try ReadStream(Array("\(log)\n".utf8))
      #expect(read.records.count == 1, "\(log)")
      #expect(try read.records.allSatisfy { try ProducerLog.members($0)["severity"] == "error" }, "\(log)")
    }
  }

  private static let uncaughtExceptions = [
    "terminate called after throwing an instance of 'int'",
    "libc++abi: terminating due to uncaught exception of type int",
    "libc++abi.dylib: terminating with uncaught exception of type std::runtime_error: no gateway",
  ]

  @Test(
    "Each exception of C++ that ended a process is an error, alone and in syslog",
    arguments: uncaughtExceptions
  )
  private func endedByException(line: String) throws {
    for lead in ["", "Dec  1 03:07:31 shop app: ", "Dec  1 03:07:31 shop app[7]: "] {
      let count = lead.hasSuffix("[7]: ") ? 1 : 3
      let read = try ReadStream(Array(String(repeating: "\(lead)\(line)\n", count: count).utf8))
      #expect(read.records.count == count, "\(lead)")
      for record in read.records {
        let members = try ProducerLog.members(record)
        #expect(members["type"] == (line.hasSuffix("gateway") ? "std::runtime_error" : "int"), "\(record)")
      }
    }
  }

  @Test("The runtime's last words on an exception of Foundation belong to it")
  func lastWordsOfFoundation() throws {
    let crash = """
      *** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 7'
      libc++abi: terminating due to uncaught exception of type NSException

      """
    let read = try ReadStream(Array((crash + crash).utf8))
    #expect(
      try read.records.map { try ProducerLog.members($0)["type"] } == [
        "NSRangeException", "NSRangeException",
      ]
    )
  }

  private static let borgErrors = [
    "Archive shop does not exist", "Archive shop already exists",
    "Insufficient free space to complete transaction (required: 1.20 GB, available: 1.00 GB).",
    "Data integrity error: Segment entry checksum mismatch [segment 7, offset 8]",
    "Repository /backup does not exist.", "Repository has no manifest.",
    "The parent path of the repo directory [/backup/shop] does not exist.",
    "The storage quota (1.00 GB) has been exceeded (1.20 GB). Try deleting some archives.",
    "passcommand supplied in BORG_PASSCOMMAND failed: no such file",
    "exceeded the maximum password retries", "Cache is newer than repository - do you have multiple",
    "No key file for repository /backup found in /etc/borg/keys.",
    "No key entry found in the config of repository /backup.",
    "Invalid key file for repository /backup found in /etc/borg/key.",
    "Mismatch between repository /backup and key file /etc/borg/key.",
    "Object with key 00 not found in repository /backup.",
    "Finished partial repository check, errors found",
  ]

  @Test("An error of BorgBackup is one alone and in syslog", arguments: borgErrors)
  private func backup(line: String) throws {
    for log in [line, "Dec  1 03:07:31 shop borg[7]: \(line)"] {
      let read = try ReadStream(Array("\(log)\n".utf8))
      #expect(try read.records.map { try ProducerLog.members($0)["severity"] } == ["error"], "\(log)")
    }
  }

  @Test("Lines of LXC are one error wherever a chunk ends")
  func lxcInPieces() throws {
    var log = ""
    for number in 0..<4_000 {
      log += """
        lxc-start: shop\(number % 7): ../src/lxc/cgroups/cgfsng.c: initialize_cgroups: 3805 Failed to open /sys/fs/cgroup
        lxc-start: shop\(number % 7): ../src/lxc/start.c: lxc_init: 862 Failed to initialize cgroup driver
        lxc-start: shop\(number % 7): ../src/lxc/tools/lxc_start.c: main: 306 The container failed to start

        """
    }
    let read = try ReadStream(Array(log.utf8))
    #expect(read.records.count == 4_000)
    #expect(read.counts.malformed == 0)
  }

  @Test("Words before “error:” that are a sentence name none")
  func sentences() throws {
    let read = try ReadStream(Array("There was no error: 7\nThis is not a log error: x\n".utf8))
    #expect(read.records.isEmpty)
  }
}
