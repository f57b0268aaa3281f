import ErrorStreams
import Foundation
import Testing

/// Reduced logs of producers of the samples, run on 2026-12-01 in ways that fail otherwise, with the errors read from them by hand.
@Suite("Other failures of producers that were read before")
struct MoreProducerTests {
  private static let servers = [
    ProducerLog(
      "NATS 2.9 without times: a process before the level",
      "plain",
      """
      [176] [INF] Starting nats-server
      [176] [WRN] Plaintext passwords detected, use nkeys or bcrypt
      [176] [FTL] Can't start JetStream: could not create storage directory
      """,
      errors: [
        ["severity": "warning", "attributes.pid": "176"],
        ["severity": "fatal", "message": "Can't start JetStream: could not create storage directory"],
      ]
    ),
    ProducerLog(
      "HAProxy 2.6 at its start: a process behind the level",
      "plain",
      """
      [NOTICE]   (296) : haproxy version is 2.6.12-1+deb12u4
      [ALERT]    (296) : config : parsing [h2.cfg:2] : unknown keyword 'foo' in 'global' section
      """,
      errors: [
        [
          "severity": "critical", "attributes.pid": "296",
          "message": "config : parsing [h2.cfg:2] : unknown keyword 'foo' in 'global' section",
        ]
      ]
    ),
    ProducerLog(
      "Redis 7.0, before its log: a heading between stars, and what is wrong",
      "redis",
      """
      233:M 01 Dec 2026 03:14:57.508 # Failed listening on port 5400 (TCP), aborting.

      *** FATAL CONFIG FILE ERROR (Redis 7.0.15) ***
      Reading the configuration file, at line 1
      >>> 'foo bar'
      Bad directive or wrong number of arguments
      238:C 01 Dec 2026 03:14:57.642 # Configuration loaded
      """,
      errors: [
        ["severity": "warning"],
        ["severity": "fatal", "message": "FATAL CONFIG FILE ERROR (Redis 7.0.15)"],
        ["severity": "warning"],
      ]
    ),
    ProducerLog(
      "Varnish 7.1: the words of an error behind a line",
      "plain",
      """
      Error:
      Message from VCC-compiler:
      Symbol not found: 'req.foo'
      At: ('/etc/varnish/shop.vcl' Line 3 Pos 20) -- (Pos 26)

      Error:
      Unknown parameter "foo".
      """,
      errors: [
        [
          "severity": "error",
          "message":
            "Message from VCC-compiler:\nSymbol not found: 'req.foo'\nAt: ('/etc/varnish/shop.vcl' Line 3 Pos 20) -- (Pos 26)",
        ],
        ["severity": "error", "message": "Unknown parameter \"foo\"."],
      ]
    ),
    ProducerLog(
      "MariaDB 10.11: a crash has an older date",
      "mysql",
      """
      2026-12-01  3:16:43 0 [Note] mariadbd: ready for connections.
      261201  3:16:47 [ERROR] mariadbd got signal 11 ;
      Sorry, we probably made a mistake, and this is a bug.
      """,
      errors: [
        ["severity": "error", "time": "2026-12-01T03:16:47Z", "message": "mariadbd got signal 11 ;"]
      ],
      rejected: 1
    ),
    ProducerLog(
      "MariaDB 10.11, its client and its server before its log: codes",
      "plain",
      """
      ERROR 1045 (28000): Access denied for user 'ann'@'localhost' (using password: YES)
      ERROR 130 (HY000) at line 1: Incorrect file format 't'
      mariadbd: Can't change dir to '/none/' (Errcode: 2 "No such file or directory")
      """,
      errors: [
        [
          "severity": "error", "code": "1045", "attributes.sqlstate": "28000",
          "message": "Access denied for user 'ann'@'localhost' (using password: YES)",
        ],
        ["code": "130"], ["origin": "mariadbd", "code": "2"],
      ]
    ),
    ProducerLog(
      "Prometheus 2.42: objects without a message among pairs",
      "logfmt",
      """
      ts=2026-12-01T03:16:50.153Z caller=web.go:503 level=info component=web msg="Start listening" address=127.0.0.1:9095
      {"caller":"main.go:558","fd_limits":"(soft=20000, hard=20000)","level":"info","ts":"2026-12-01T03:16:50.230Z"}
      {"caller":"query_logger.go:113","component":"activeQueryTracker","level":"error","msg":"Failed","ts":"2026-12-01T03:16:50.230Z"}
      """,
      errors: [["severity": "error", "message": "Failed"]]
    ),
  ]

  private static let python = [
    ProducerLog(
      "Twisted 26.10: an exception that was never raised",
      "text",
      """
      2026-12-01T03:21:02+0000 [Uninitialized] Unhandled Error
      \tTraceback (most recent call last):
      \tFailure: twisted.internet.error.ConnectionRefusedError: Connection was refused by other side: 111: Connection refused.
      \t
      2026-12-01T03:21:02+0000 [shop.pay#error] no answer
      """,
      errors: [
        [
          "type": "twisted.internet.error.ConnectionRefusedError",
          "message": "Connection was refused by other side: 111: Connection refused.",
        ], ["severity": "error"],
      ]
    ),
    ProducerLog(
      "granian 2.8: Rust's frames are no part of the message",
      "trace",
      """
      Traceback (most recent call last):
        File "/app/granian/server.py", line 7, in serve
          worker.serve()
      RuntimeError: Cannot assign requested address (os error 99)

      Stack backtrace:
         0: <unknown>
         1: method_vectorcall_NOARGS
      """,
      errors: [["type": "RuntimeError", "message": "Cannot assign requested address (os error 99)"]]
    ),
  ]

  @Test("A log reads as it does by hand", arguments: servers + python)
  private func read(log: ProducerLog) throws { try log.check() }
}
