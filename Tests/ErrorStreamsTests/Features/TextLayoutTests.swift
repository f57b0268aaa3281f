import ErrorStreams
import Foundation
import RuleEngine
import Testing

@Suite("Text layouts of loggers")
struct TextLayoutTests {
  /// Lines as they stand in the documentation of their loggers, or as those wrote them.
  private static let layouts: [(line: String, format: String, record: String)] = [
    // log4j `%d [%t] %p %c: %m`
    (
      "2026-11-21 01:41:19 [main] ERROR com.shop.Pay: charge failed", "java-text",
      #"{"time":"2026-11-21T01:41:19Z","origin":"com.shop.Pay","severity":"error","message":"charge failed","attributes":{"thread":"main"}}"#
    ),
    // ZooKeeper 3.4, of loghub's Zookeeper_2k.log, and 3.5
    (
      "2015-07-29 19:04:29,071 - WARN  [SendWorker:188978561024:QuorumCnxManager$SendWorker@688] - Send worker leaving thread",
      "java-text",
      #"{"time":"2015-07-29T19:04:29.071Z","origin":"QuorumCnxManager$SendWorker","severity":"warning","message":"Send worker leaving thread","attributes":{"thread":"SendWorker:188978561024","line":"688"}}"#
    ),
    (
      "2021-11-21 01:41:19,413 [myid:1] - WARN  [main:QuorumPeerConfig@136] - Invalid configuration",
      "java-text",
      #"{"time":"2021-11-21T01:41:19.413Z","origin":"QuorumPeerConfig","severity":"warning","message":"Invalid configuration","attributes":{"myid":"1","thread":"main","line":"136"}}"#
    ),
    // Kafka, config/log4j.properties: `[%d] %p %m (%c)%n`
    (
      "[2020-11-21 01:41:19,483] ERROR [KafkaServer id=0] Fatal error during startup (kafka.server.KafkaServer)",
      "java-text",
      #"{"time":"2020-11-21T01:41:19.483Z","origin":"kafka.server.KafkaServer","severity":"error","message":"[KafkaServer id=0] Fatal error during startup"}"#
    ),
    // Solr, server/resources/log4j2.xml
    (
      "2020-11-21 01:41:19.483 ERROR (qtp120-17) [c:shop s:shard1] o.a.s.h.RequestHandlerBase org.apache.solr.common.SolrException: undefined field: price",
      "java-text",
      #"{"time":"2020-11-21T01:41:19.483Z","origin":"o.a.s.h.RequestHandlerBase","severity":"error","type":"org.apache.solr.common.SolrException","message":"undefined field: price","attributes":{"thread":"qtp120-17","context":"c:shop s:shard1","exception":"org.apache.solr.common.SolrException: undefined field: price"}}"#
    ),
    // WildFly, `%d{yyyy-MM-dd HH:mm:ss,SSS} %-5p [%c] (%t) %s%e%n`
    (
      "2020-11-21 01:41:19,483 ERROR [org.jboss.as.ejb3] (ServerService Thread Pool -- 60) WFLYEJB0034: EJB Invocation failed",
      "java-text",
      #"{"time":"2020-11-21T01:41:19.483Z","origin":"org.jboss.as.ejb3","severity":"error","message":"WFLYEJB0034: EJB Invocation failed","attributes":{"thread":"ServerService Thread Pool -- 60"}}"#
    ),
    // log4net's manual: `%date [%thread] %-5level %logger [%property{NDC}] - %message`
    (
      "2026-11-21 01:41:19,483 [12] ERROR Shop.Pay [(null)] - charge failed", "java-text",
      #"{"time":"2026-11-21T01:41:19.483Z","origin":"Shop.Pay","severity":"error","message":"charge failed","attributes":{"thread":"12","context":"(null)"}}"#
    ),
    // NestJS with colours, and with the narrow space of Node.js 20
    (
      "\u{1B}[31m[Nest] 17  - \u{1B}[39m11/21/2026, 1:41:19\u{202F}PM \u{1B}[31m  ERROR\u{1B}[39m \u{1B}[38;5;3m[Pay] \u{1B}[39m\u{1B}[31mno answer\u{1B}[39m\u{1B}[38;5;3m +5ms\u{1B}[39m",
      "nest",
      #"{"time":"2026-11-21T13:41:19Z","origin":"Pay","severity":"error","message":"no answer","attributes":{"app":"Nest","pid":"17","elapsed":"5"}}"#
    ),
    // Spark
    (
      "17/06/09 20:10:40 ERROR executor.Executor: Exception in task 1.0 in stage 0.0 (TID 1)", "spark",
      #"{"time":"2017-06-09T20:10:40Z","origin":"executor.Executor","severity":"error","message":"Exception in task 1.0 in stage 0.0 (TID 1)"}"#
    ),
    // log4net `%date [%thread] %level %message`
    (
      "2026-11-21 01:41:19,483 [12] ERROR app msg", "text",
      #"{"time":"2026-11-21T01:41:19.483Z","severity":"error","message":"app msg","attributes":{"thread":"12"}}"#
    ),
    // gunicorn
    (
      "[2026-11-21 01:41:19 +0000] [17] [ERROR] Exception in worker process", "python-text",
      #"{"time":"2026-11-21T01:41:19Z","severity":"error","message":"Exception in worker process","attributes":{"pid":"17"}}"#
    ),
    // Celery
    (
      "[2026-11-21 01:41:19,483: ERROR/ForkPoolWorker-1] Task app.x[1] raised", "python-text",
      #"{"time":"2026-11-21T01:41:19.483Z","origin":"ForkPoolWorker-1","severity":"error","message":"Task app.x[1] raised"}"#
    ),
    // Airflow, before 2.4 and since
    (
      "[2026-11-21, 01:41:19 UTC] {taskinstance.py:1824} ERROR - Task failed", "python-text",
      #"{"time":"2026-11-21T01:41:19Z","origin":"taskinstance.py:1824","severity":"error","message":"Task failed"}"#
    ),
    (
      "[2026-11-21T01:41:19.483+0000] {a.py:1} ERROR - Task failed", "python-text",
      #"{"time":"2026-11-21T01:41:19.483Z","origin":"a.py:1","severity":"error","message":"Task failed"}"#
    ),
    // Laravel
    (
      "[2026-11-21 01:41:19] production.ERROR: no answer  ", "monolog-text",
      #"{"time":"2026-11-21T01:41:19Z","origin":"production","severity":"error","message":"no answer"}"#
    ),
    // Monolog's own LineFormatter
    (
      "[2026-11-21T01:41:19.483000+00:00] app.CRITICAL: no answer [] []", "monolog-text",
      #"{"time":"2026-11-21T01:41:19.483000Z","origin":"app","severity":"critical","message":"no answer"}"#
    ),
    // Tomcat
    (
      "21-Nov-2026 01:41:19.483 SEVERE [main] org.apache.Context.start One or more failed", "java-text",
      #"{"time":"2026-11-21T01:41:19.483Z","origin":"org.apache.Context.start","severity":"error","message":"One or more failed","attributes":{"thread":"main"}}"#
    ),
    // Elasticsearch
    (
      "[2026-11-21T01:41:19,483][ERROR][o.e.b.Bootstrap          ] [node-1] Exception", "java-text",
      #"{"time":"2026-11-21T01:41:19.483Z","origin":"o.e.b.Bootstrap","severity":"error","message":"Exception","attributes":{"node":"node-1"}}"#
    ),
    // zap as kubebuilder's operators have it, with and without a logger and a caller
    (
      "2026-11-21T01:41:19Z\tERROR\tReconciler error\t{\"error\": \"eof\"}", "zap",
      #"{"time":"2026-11-21T01:41:19Z","severity":"error","message":"Reconciler error","attributes":{"fields":"{\"error\": \"eof\"}"}}"#
    ),
    (
      "2026-11-21T01:41:19Z\tERROR\tpay/main.go:12\tcharge failed", "zap",
      #"{"time":"2026-11-21T01:41:19Z","origin":"pay/main.go:12","severity":"error","message":"charge failed"}"#
    ),
    (
      "2026-11-21T01:41:19Z\tERROR\tsetup\tcharge failed", "zap",
      #"{"time":"2026-11-21T01:41:19Z","origin":"setup","severity":"error","message":"charge failed"}"#
    ),
    // log4js, Vault, Serilog, OpenStack, structlog
    (
      "[2026-11-21T01:41:19.483] [ERROR] default - boom", "text",
      #"{"time":"2026-11-21T01:41:19.483Z","severity":"error","message":"default - boom"}"#
    ),
    (
      "2026-11-21T01:41:19.483Z [ERROR] core: failed: error=\"eof\"", "hclog-text",
      #"{"time":"2026-11-21T01:41:19.483Z","origin":"core","severity":"error","message":"eof","attributes":{"message":"failed"}}"#
    ),
    (
      "2026-11-21 01:41:19.483 +01:00 [ERR] charge failed", "text",
      #"{"time":"2026-11-21T01:41:19.483+01:00","severity":"error","message":"charge failed"}"#
    ),
    (
      "2026-11-21 01:41:19.483 17 ERROR nova.compute [-] failed", "text",
      #"{"time":"2026-11-21T01:41:19.483Z","severity":"error","message":"nova.compute [-] failed","attributes":{"pid":"17"}}"#
    ),
    (
      "2026-11-21 01:41:19 [error    ] charge failed                  order=42", "structlog-text",
      #"{"time":"2026-11-21T01:41:19Z","severity":"error","message":"charge failed","attributes":{"order":"42"}}"#
    ),
    // AWS Lambda's Node and Python
    (
      "2026-11-21T01:41:19.538Z\t8f507cfc-0000-4697-b07a-ac58fc914c95\tERROR\tcharge failed", "lambda-text",
      #"{"time":"2026-11-21T01:41:19.538Z","severity":"error","operation":"8f507cfc-0000-4697-b07a-ac58fc914c95","message":"charge failed","attributes":{"requestId":"8f507cfc-0000-4697-b07a-ac58fc914c95"}}"#
    ),
    (
      "[ERROR]\t2026-11-21T01:41:19.543Z\t8f507cfc-0000-4697-b07a-ac58fc914c95\tcharge failed", "lambda-text",
      #"{"time":"2026-11-21T01:41:19.543Z","severity":"error","operation":"8f507cfc-0000-4697-b07a-ac58fc914c95","message":"charge failed","attributes":{"requestId":"8f507cfc-0000-4697-b07a-ac58fc914c95"}}"#
    ),
    (
      "[ERROR] ValueError: bad\nTraceback (most recent call last):\n  File \"f.py\", line 4, in h", "plain",
      #"{"type":"ValueError","message":"bad","severity":"error","attributes":{"exception":"ValueError: bad","more":"Traceback (most recent call last):\n  File \"f.py\", line 4, in h"}}"#
    ),
    // uvicorn
    (
      "ERROR:    Exception in ASGI application", "plain",
      #"{"severity":"error","message":"Exception in ASGI application"}"#
    ),
  ]

  @Test("Each layout is read with its level, logger and message", arguments: layouts.indices)
  func layout(index: Int) throws {
    let layout = Self.layouts[index]
    let read = try ReadStream(Array("\(layout.line)\n".utf8))
    #expect(read.format == layout.format)
    #expect(read.counts.malformed == 0)
    let object = try read.records.map { try Self.object($0) }
    #expect(object == [try Self.object(layout.record)])
  }

  /// The same whatever the order of its members.
  private static func object(_ record: String) throws -> NSDictionary? {
    try JSONSerialization.jsonObject(with: Data(record.utf8)) as? NSDictionary
  }

  @Test("The first level after the time is the line's level, and a level is never the logger")
  func levels() throws {
    let text = """
      2026-11-21T01:41:18Z INFO started
      2026-11-21T01:41:19Z INFO error handler installed
      2026-11-21T01:41:20Z DEBUG Alert sent
      2026-11-21T01:41:21Z ERROR info service is down
      2026-11-21T01:41:22Z ERROR charge failed
      2026-11-21T01:41:23Z ERROR error while connecting
      2026-11-21T01:41:24Z ERROR warning light on
      2026-11-21T01:41:25Z upstream error handler installed
      2026-11-21T01:41:26Z app ERROR charge failed
      2026-11-21T01:41:27Z app error: charge failed
      2026-11-21T01:41:28Z [main] [INFO] ERROR handler installed
      2026-11-21T01:41:29Z Error Domain=A Code=3 "x"

      """
    let read = try ReadStream(Array(text.utf8))
    #expect(read.format == "text")
    let said = [
      ("21", nil, "info service is down"), ("22", nil, "charge failed"),
      ("23", nil, "error while connecting"),
      ("24", nil, "warning light on"), ("26", "app", "charge failed"), ("27", "app", "charge failed"),
    ]
    var records = said.map { second, origin, message in
      let logger = origin.map { "\"origin\":\"\($0)\"," } ?? ""
      return
        "{\"time\":\"2026-11-21T01:41:\(second)Z\",\(logger)\"severity\":\"error\",\"message\":\"\(message)\"}"
    }
    records.append(
      #"{"time":"2026-11-21T01:41:29Z","domain":"A","code":3,"message":"x","attributes":{"message":"Error Domain=A Code=3 \"x\""}}"#
    )
    #expect(read.records == records)
    #expect(read.counts.notErrors == 5)
  }

  @Test("A log without any level is reported as such")
  func noLevels() throws {
    let silent = "2026-11-21T01:41:18Z started\n2026-11-21T01:41:19Z charge failed\n"
    #expect(try ReadStream(Array(silent.utf8)).hasNoLevels)
    #expect(try !ReadStream(Array("\(silent)2026-11-21T01:41:20Z INFO good\n".utf8)).hasNoLevels)
    #expect(try !ReadStream(Array("\(silent)2026-11-21T01:41:20Z ERROR bad\n".utf8)).hasNoLevels)
    #expect(try !ReadStream(Array("2026-11-21T01:41:20Z INFO good\n".utf8)).hasNoLevels)
  }

  @Test("zap's goroutine frames belong to the record")
  func zap() throws {
    let text = """
      2026-11-21T01:41:19Z\tERROR\tpay/main.go:12\tcharge failed\t{"error": "eof"}
      main.charge
      \t/app/main.go:12
      main.main
      \t/app/main.go:20
      2026-11-21T01:41:20Z\tINFO\tpay/main.go:12\tgood

      """
    let read = try ReadStream(Array(text.utf8))
    #expect(read.counts.malformed == 0)
    #expect(read.counts.continued == 4)
    #expect(read.records.count == 1)
  }

  @Test("swift-log metadata may contain words in brackets, and labels may have the older form")
  func swiftLog() throws {
    let text = """
      2026-11-21T01:41:19+0000 error com.app: error.message=connect [ECONNREFUSED] failed error.type=IOError [App] charge failed
      2026-11-21T01:41:20+0100 error HummingBird : hb_id=1 [HummingbirdCore] failed
      2026-11-21T01:41:21+0000 error com.app: job=7 [App] failed [Worker] try=3 [Other] x

      """
    let read = try ReadStream(Array(text.utf8))
    #expect(
      read.records == [
        #"{"time":"2026-11-21T01:41:19Z","origin":"com.app","severity":"error","type":"IOError","message":"connect [ECONNREFUSED] failed","attributes":{"source":"App","message":"charge failed"}}"#,
        #"{"time":"2026-11-21T01:41:20+01:00","origin":"HummingBird","severity":"error","message":"failed","attributes":{"source":"HummingbirdCore","hb_id":"1"}}"#,
        #"{"time":"2026-11-21T01:41:21Z","origin":"com.app","severity":"error","message":"failed [Worker] try=3 [Other] x","attributes":{"source":"App","job":"7"}}"#,
      ]
    )
  }

  @Test("An `Error Domain=…` in a message is read")
  func appleErrors() throws {
    let error = #"Error Domain=NSURLErrorDomain Code=-1001 "timed out""#
    let quoted = error.replacingOccurrences(of: "\"", with: "\\\"")
    for line in [
      "ERROR:app:\(error)", "2026-11-21 01:41:19,483 ERROR [main] com.shop.Pay - \(error)",
      "Nov 22 06:30:23 vm pay[22004]: \(error)",
      "{\"log\":\"\(quoted)\\n\",\"stream\":\"stderr\",\"time\":\"2026-11-21T01:41:19.5Z\"}",
      "{\"__REALTIME_TIMESTAMP\":\"1795225280120004\",\"PRIORITY\":\"6\",\"MESSAGE\":\"\(quoted)\"}",
    ] {
      let read = try ReadStream(Array("\(line)\n".utf8))
      let record = try #require(read.records.first, "\(line)")
      #expect(record.contains(#""domain":"NSURLErrorDomain","code":-1001,"message":"timed out""#), "\(line)")
    }
  }

  @Test("Only errors inside UserInfo are causes of an Apple error")
  func causes() throws {
    let text = """
      2026-11-21T01:41:19Z ERROR Error Domain=A Code=1 "a" UserInfo={NSUnderlyingError=0x6 {Error Domain=B Code=2 "(null)"}}
      2026-11-21T01:41:20Z ERROR Error Domain=A Code=1 "a" then Error Domain=B Code=2 "b"

      """
    let read = try ReadStream(Array(text.utf8))
    #expect(read.records.first?.contains(#""message":"a","underlying":[{"domain":"B","code":2}]"#) == true)
    #expect(read.records.last?.contains("underlying") == false)
  }

  @Test("A literal of Python's belongs to the line that announces it; any other line does not")
  func literals() throws {
    let read = try ReadStream(
      Array(
        """
        2026-11-27 23:10:26 [shop] WARNING: Versions:
        {'lxml': '6.1.3',
         'parsel': '1.12.1'}
        2026-11-27 23:10:26 [shop] INFO: Enabled:
        []
        a stray line
        2026-11-27 23:10:27 [shop] ERROR: none of:
        ['a',
         'b']
        2026-11-27 23:10:28 [shop] INFO: up
        ['c']

        """.utf8
      )
    )
    #expect(read.format == "text")
    #expect(read.rejected.map { $0.line } == [6, 11])
    #expect(read.counts.continued == 5)
    #expect(read.records.count == 2)
  }

  private static let namesWithLevels = [
    "[error-handler] started", "error-handler: started", "ERROR-HANDLER started", "error_handler: started",
    "error.handler: started", "errors: none", "[main] error-handler: started", "app ERROR-handler: started",
    "app[7]: error-handler started", "(pay) ERROR-handler: started",
  ]

  @Test("A level inside a name is none", arguments: namesWithLevels)
  private func levelInName(line: String) throws {
    for lead in ["2026-11-30 06:00:05 ", "web-1  | 2026-11-30T06:00:05Z "] {
      #expect(try ReadStream(Array("\(lead)\(line)\n".utf8)).records == [], "\(lead)")
    }
  }

  private static let levelsBeforeSeparators = [
    "ERROR - failed", "error: failed", "[error] failed", "[ error ] - failed", "[error]-failed",
    "ERROR | failed",
    "app ERROR: failed", "app[7]: [error]: failed", "[main] error: - failed", "(pay) ERROR - failed",
  ]

  @Test("A level before a separator is one", arguments: levelsBeforeSeparators)
  private func levelBeforeSeparator(line: String) throws {
    let read = try ReadStream(Array("2026-11-30 06:00:05 \(line)\n".utf8))
    let members = try read.records.map { try ProducerLog.members($0) }
    #expect(members.map { $0["severity"] } == ["error"])
    #expect(members.map { $0["message"] } == ["failed"])
  }
}
