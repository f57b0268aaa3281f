import ErrorStreams
import Foundation
import Replay
import ReplaySupport
import RuleEngine
import Testing
import Counting

@Suite("Lines between a log's line and its trace")
struct LinesBeforeTraceTests {
  /// As Celery 5.7.0 writes it, shortened.
  private static let celery = """
    [2026-11-27 22:59:12,153: ERROR/MainProcess] Received unregistered task of type 'shop.unknown'.
    The message has been ignored and discarded.

    Please see
    https://docs.celeryq.dev/en/latest/internals/protocol.html
    for more information.

    The full contents of the message headers:
    {'lang': 'py', 'task': 'shop.unknown', 'retries': 0}
    Traceback (most recent call last):
      File "/srv/app/consumer.py", line 824, in on_task_received
        strategy = strategies[type_]
    KeyError: 'shop.unknown'
    [2026-11-27 22:59:12,214: INFO/MainProcess] ready

    """

  /// As Tomcat 10.1.60 writes it, shortened.
  private static let tomcat = """
    27-Nov-2026 23:08:19.397 SEVERE [exec-2] org.apache.catalina.core.StandardWrapperValve.invoke Servlet.service() threw [An exception occurred processing [/bad.jsp] at line [1]

    1: <% String s=null; s.length(); %>


    Stacktrace:] with root cause
    \tjava.lang.NullPointerException: s is null
    \t\tat org.apache.jsp.bad_jsp._jspService(bad_jsp.java:121)
    \t\tat java.base/java.lang.Thread.run(Thread.java:840)
    27-Nov-2026 23:08:20.397 INFO [main] org.apache.catalina.startup.Catalina.start Server startup

    """

  /// As Dask 2026.8.0 writes it, shortened.
  private static let dask = """
    2026-11-27 23:24:41,642 - distributed.worker - ERROR - Compute Failed
    Key:       pay-f25a0f1f
    State:     executing
    Task:  <Task 'pay-f25a0f1f' pay(...)>
    Exception: "ConnectionError('gateway 3')"
    Traceback: '  File "<dynamic-code>", line 2, in pay\\n'

    2026-11-27 23:24:41,703 - distributed.nanny - WARNING - Restarting worker (status=Status.running)

    """

  private static func lines(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test(
    "belong to the record, and the trace is its error",
    arguments: [
      (celery, "KeyError", "'shop.unknown'"), (tomcat, "java.lang.NullPointerException", "s is null"),
      (dask, "ConnectionError", "gateway 3"),
    ]
  )
  func joined(_ text: String, _ type: String, _ message: String) throws {
    let read = try ReadStream(Self.lines(text))
    #expect(read.counts.malformed == 0)
    let record = try #require(read.records.first)
    #expect(record.contains("\"type\":\"\(type)\""))
    #expect(record.contains("\"message\":\"\(message)\""))
    #expect(record.contains("\"severity\":\"error\""))
    #expect(record.contains("\"time\":\"2026-11-27T2"))
  }

  @Test("do not belong to a record without the level of an error, nor without a trace")
  func apart() throws {
    let info = Self.celery.replacing("ERROR/", with: "INFO/")
    let read = try ReadStream(Self.lines(info))
    #expect(read.records.count == 1)
    #expect(read.records.first?.contains("\"time\"") == false)
    #expect(read.counts.malformed == 6)
    let lines = Self.celery.split(separator: "\n", omittingEmptySubsequences: false)
    let cut = lines.filter { !$0.hasPrefix("Traceback") && !$0.hasPrefix(" ") && !$0.hasPrefix("KeyError") }
    #expect(try ReadStream(Self.lines(cut.joined(separator: "\n"))).counts.malformed == 6)
  }

  @Test(
    "a line of a log among them ends the record",
    arguments: ["2026-11-27 22:59:12 ERROR x", "level=error x"]
  )
  func ended(_ line: String) throws {
    let text = Self.celery.replacing("Please see\n", with: "Please see\n\(line)\n")
    let read = try ReadStream(Self.lines(text))
    #expect(read.records.first?.contains("KeyError") == false)
  }

  @Test("no chunk's end tears them, whatever the number of jobs")
  func chunks() async throws {
    let rules = """
      version: 1
      responders: [ { id: app, rules: [ { id: all, when: {}, then: cancel } ] } ]
      """
    var replays = try Replays(rules: rules)
    replays.options.input = .detected(FormatTable())
    replays.options.limits = Limits()
    let rabbit = """
      2026-11-27 23:07:20.860642+00:00 [error] <0.679.0> Error on AMQP connection <0.679.0> (state: starting):
      2026-11-27 23:07:20.860642+00:00 [error] <0.679.0> PLAIN login refused: user x - invalid credentials
      2026-11-27 23:07:23.865344+00:00 [info] <0.679.0> closing AMQP connection <0.679.0>

      """
    for text in [Self.celery, Self.tomcat, Self.dask, rabbit] {
      let bytes = Self.lines(text + text + text)
      let (alone, whole) = try await replays.run([bytes], jobs: 1, chunkSize: 1 << 18)
      #expect(alone.lineCounts.addsUp)
      for size in [13, 61, 97, 256, 600] {
        let (beside, parts) = try await replays.run([bytes], jobs: size % 3 + 1, chunkSize: size)
        #expect(beside.lineCounts == alone.lineCounts, "chunks of \(size)")
        #expect(parts.resolutions == whole.resolutions)
        #expect(parts.rejects == whole.rejects)
        #expect(parts.json == whole.json)
      }
    }
  }
}
