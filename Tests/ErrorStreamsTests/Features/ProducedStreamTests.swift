import ErrorStreams
import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite("Logs as their producers write them")
struct ProducedStreamTests {
  private static let fixtures: [(file: String, format: String)] = [
    ("ecs.ndjson", "ecs"), ("journald.ndjson", "journald"), ("loguru.ndjson", "loguru"),
    ("otlp.ndjson", "otlp"),
    ("python-json-logger.ndjson", "python"), ("sentry.ndjson", "sentry"),
    ("sentry-envelope.envelope", "sentry"),
    ("structlog.ndjson", "structlog"), ("structlog-text.ndjson", "structlog"),
    ("structlog-console.log", "structlog-text"),
    ("java-trace.log", "trace"), ("logger-5424.log", "syslog"), ("logger.log", "syslog-text"),
    ("nginx-access.log", "access"), ("nginx-error.log", "nginx-error"), ("python-basic.log", "python-text"),
    ("python-text.log", "python-text"), ("python-trace.log", "trace"), ("rsyslog-5424.log", "syslog"),
    ("rsyslog-file.log", "syslog-text"), ("rsyslog-traditional.log", "syslog-text"), ("ruby.log", "ruby"),
    ("swift-crash.log", "trace"), ("swift-log-text.log", "swift-log-text"),
    ("java-suppressed.log", "trace"), ("node-trace.log", "trace"), ("python-group.log", "trace"),
    ("rust-panic.log", "trace"), ("loguru-text.log", "python-text"),
    ("journal-short-full.log", "journal-text"), ("journal-with-unit.log", "journal-text"),
    ("journal-short-unix.log", "journal-text"), ("journal-short-monotonic.log", "journal-text"),
    ("journal-verbose.log", "journal"), ("journal-export.log", "journal"),
  ]

  /// `UPDATE_GOLDENS=1` writes what came, and still fails.
  @Test(
    "The format is detected, and the records equal the expected ones beside them",
    arguments: fixtures.map { $0.file }
  )
  func fixture(file: String) throws {
    let format = try #require(Self.fixtures.first { $0.file == file }?.format)
    let read = try ReadStream(ReadStream.fixtures.appending(path: file))
    #expect(read.format == format)
    #expect(read.counts.malformed == 0)
    let expected = ReadStream.fixtures.appending(path: "\(file).records")
    let came = read.records.map { "\($0)\n" }.joined()
    let known = (try? String(contentsOf: expected, encoding: .utf8)) ?? ""
    if known != came, ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try came.write(to: expected, atomically: true, encoding: .utf8)
    }
    #expect(known == came)
  }

  @Test("A chain of exceptions becomes the thrown one and its causes, in either order")
  func chains() throws {
    for file in ["otlp", "sentry", "loguru", "python-json-logger", "structlog", "structlog-text"] {
      let read = try ReadStream(ReadStream.fixtures.appending(path: "\(file).ndjson"))
      let first = try #require(read.records.first)
      #expect(first.contains(#"Timeout","message":"upstream timed out""#), "\(file)")
      let isTraceback = ["otlp", "loguru", "python-json-logger", "structlog-text"].contains(file)
      let above = #""is":["LookupError","Exception","BaseException"]"#
      let (before, behind) = isTraceback ? (above + ",", "") : ("", file == "sentry" ? "," + above : "")
      #expect(
        first.contains(#""underlying":[{"type":"KeyError",\#(before)"message":"'user'"\#(behind)}]"#),
        "\(file)"
      )
    }
  }

  @Test(
    "The public samples are read without a loss",
    .enabled(if: Repository.hasSharedData("logs"), "public samples in ../shared/data")
  )
  func publicSamples() throws {
    let samples: [(file: String, format: String, records: Int, read: Int)] = [
      ("logs/logfile_bunyan.0", "bunyan", 0, 10), ("logs/logfile_ecs_log.json", "ecs", 3, 5),
      ("logs/logfile_logfmt.0", "logfmt", 3, 5), ("logs/logfile_pino.0", "pino", 0, 1),
      ("logs/logfile_rust_tracing.0", "tracing", 2, 5),
      ("otlp/examples/logs.json", "otlp", 0, 1), ("otlp/examples/events.json", "otlp", 0, 1),
      ("otlp/examples/trace.json", "otlp", 1, 1), ("otlp/examples/metrics.json", "otlp", 0, 1),
      ("sentry/android.json", "sentry", 1, 1), ("problem-json/rfc9457-example-2.json", "problem", 1, 1),
      ("problem-json/rfc9457-example-4.json", "problem", 1, 1),
      ("problem-json/rfc9457-example-5.json", "problem", 1, 1), ("logs/logfile_ansi.0", "text", 0, 1),
      ("logs/logfile_crlf.0", "python-text", 1, 2),
      ("logs/logfile_docker_compose_with_ts.0", "compose", 3, 22),
      ("logs/logfile_dst.0", "syslog-text", 0, 10),
      ("logs/logfile_glog.0", "klog", 3, 7), ("logs/logfile_java.0", "java-text", 0, 20),
      ("logs/logfile_multiline.0", "python-text", 1, 3), ("logs/logfile_postgres.0", "postgres", 1, 28),
      ("logs/logfile_rollover.0", "text", 0, 6), ("logs/logfile_syslog.0", "syslog-text", 0, 4),
      ("logs/logfile_syslog.1", "syslog-text", 0, 4),
    ]
    for sample in samples {
      let read = try ReadStream(Repository.sharedData.appending(path: sample.file))
      #expect(read.format == sample.format, "\(sample.file)")
      #expect(read.records.count == sample.records, "\(sample.file)")
      #expect(read.counts.lines + read.counts.inner == sample.read, "\(sample.file)")
      #expect(read.counts.malformed + read.counts.tooLong + read.counts.truncated == 0, "\(sample.file)")
    }
    // A sample with a line that its own test calls broken: it is refused, with its place.
    let broken = try ReadStream(Repository.sharedData.appending(path: "logs/logfile_invalid_json.json"))
    #expect(broken.rejected.map { $0.line } == [3])
    #expect(broken.counts.notErrors == 4)
  }
}
