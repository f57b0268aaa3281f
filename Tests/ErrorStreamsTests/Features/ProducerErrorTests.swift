import ErrorStreams
import Foundation
import RuleEngine
import Testing

/// Lines as their producers write them, from the sources named at each.
@Suite("Errors of listed formats")
struct ProducerErrorTests {
  private static func read(_ text: String, format: String) throws -> ReadStream {
    let read = try ReadStream(Array(text.utf8))
    #expect(read.format == format)
    #expect(read.counts.malformed == 0, "\(read.rejected)")
    return read
  }

  /// The record's members, with their values as text.
  private static func members(_ record: String) throws -> [String: String] {
    let object = try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any]
    return object?.mapValues { "\($0)" } ?? [:]
  }

  // GoogleCloudPlatform/ops-agent, logging_processor-hadoop/input.log, with a FATAL line.
  @Test("Log4j's `%d %p %c: %m` of Hadoop is Java's, and its WARN and FATAL lines are errors")
  func hadoop() throws {
    let read = try Self.read(
      """
      2022-02-01 18:09:47,136 INFO org.apache.hadoop.hdfs.server.namenode.FSEditLog: Edit logging is async:true
      2022-02-01 18:09:48,200 WARN org.apache.hadoop.hdfs.server.datanode.DataNode: Warning message here
      2022-02-01 18:09:48,300 FATAL org.apache.hadoop.hdfs.server.namenode.NameNode: Exception in namenode join
      2022-02-01 18:09:48,400 WARN BlockStateChange: BLOCK* ask 127.0.0.1:9866
      2022-02-01 18:09:51,500 ERROR org.apache.hadoop.hdfs.server.namenode.NameNode: Failed to start namenode
      java.io.IOException: Cannot create directory /hadoop/logs/hdfs
      \tat org.apache.hadoop.hdfs.server.common.Storage.createDir(Storage.java:157)

      """,
      format: "java-text"
    )
    let records = try read.records.map(Self.members)
    #expect(records.map { $0["severity"] } == ["warning", "fatal", "warning", "error"])
    #expect(records[0]["origin"] == "org.apache.hadoop.hdfs.server.datanode.DataNode")
    #expect(records[2]["origin"] == "BlockStateChange")
    #expect(records[3]["type"] == "java.io.IOException")
    #expect(read.counts.notErrors == 1)
  }

  @Test("Python's `%(asctime)s %(levelname)s %(name)s: %(message)s` stays Python's, FATAL and WARN included")
  func python() throws {
    let read = try Self.read(
      "2026-11-21 01:41:19,483 WARN shop.pay: slow\n2026-11-21 01:41:20,483 FATAL Shop: gone\n",
      format: "python-text"
    )
    #expect(try read.records.map { try Self.members($0)["origin"] } == ["shop.pay", "Shop"])
  }

  // GoogleCloudPlatform/ops-agent, logging_processor-tomcat-system/input.log; Tomcat's thread of an application.
  @Test("A thread of Tomcat may have brackets in its name")
  func tomcat() throws {
    let read = try Self.read(
      """
      21-Jul-2025 14:40:01.456 INFO [main] org.apache.catalina.startup.Catalina Server startup in 356 ms
      21-Jul-2025 14:40:01.789 SEVERE [ContainerBackgroundProcessor[StandardEngine[Catalina]]] org.apache.catalina.core.StandardContext Reloading Context [/myapp] has failed
      21-Jul-2025 14:40:01.789 SEVERE [Processor[Engine[Catalina].Host[localhost].Context[/a]]] org.apache.catalina.Loader x [y] z

      """,
      format: "java-text"
    )
    let records = try read.records.map(Self.members)
    #expect(
      records.map { $0["origin"] } == [
        "org.apache.catalina.core.StandardContext", "org.apache.catalina.Loader",
      ]
    )
    #expect(read.records[0].contains(#""thread":"ContainerBackgroundProcessor[StandardEngine[Catalina]]""#))
    #expect(records[1]["message"] == "x [y] z")
  }

  // GoogleCloudPlatform/fluent-plugin-detect-exceptions, test_exception_detector.rb, GO_HTTP.
  @Test("A panic that Go's net/http recovers is an error")
  func goPanic() throws {
    let read = try Self.read(
      """
      2019/01/15 07:48:04 listening
      2019/01/15 07:48:05 http: panic serving [::1]:54143: test panic
      goroutine 24 [running]:
      net/http.(*conn).serve.func1(0xc00007eaa0)
      \t/usr/local/go/src/net/http/server.go:1746 +0xd0
      panic(0x12472a0, 0x12ece10)
      \t/usr/local/go/src/runtime/panic.go:513 +0x1b9
      2019/01/15 07:48:06 listening

      """,
      format: "go-log"
    )
    #expect(read.counts.notErrors == 2)
    let record = try Self.members(try #require(read.records.first))
    #expect(record["type"] == "panic")
    #expect(record["message"] == "test panic")
    #expect(record["severity"] == "error")
  }

  // tstack/lnav, test/logfile_laravel.0, shortened; monolog's LineFormatter without stack traces.
  @Test("Monolog's lines have the exception's class, code and message, and those before it as causes")
  func monolog() throws {
    let read = try Self.read(
      #"""
      [2023-05-15 18:19:32] local.ERROR: Target class [Fruitcake\Cors\HandleCors] does not exist. {"userId":1,"exception":"[object] (Illuminate\\Contracts\\Container\\BindingResolutionException(code: 0): Target class [Fruitcake\\Cors\\HandleCors] does not exist. at /crm/Container.php:916)
      [stacktrace]
      #0 /crm/Container.php(795): Illuminate\\Container\\Container->build('Fruitcake\\\\Cors\\\\...')
      #1 {main}

      [previous exception] [object] (ReflectionException(code: -1): Class \"Fruitcake\\Cors\\HandleCors\" does not exist at /crm/Container.php:914)
      [stacktrace]
      #0 /crm/Container.php(914): ReflectionClass->__construct('Fruitcake\\\\Cors\\\\...')
      #1 {main}
      "} 
      [2023-05-15 18:19:49] local.ERROR: Uncaught ReflectionException: Class "Policy" does not exist in Command line code:1
      Stack trace:
      #0 {main}
        thrown {"exception":"[object] (Symfony\\Component\\ErrorHandler\\Error\\FatalError(code: 0): Uncaught ReflectionException: Class \"Policy\" does not exist in Command line code:1
      Stack trace:
      #0 {main}
        thrown at Command line code:1)
      [stacktrace]
      #0 {main}
      "} 
      [2026-11-21T01:41:19.483000+00:00] app.CRITICAL: Uncaught PHP Exception {"exception":"[object] (RuntimeException(code: 0): boom (twice) at /app/Pay.php:12)\n[previous exception] [object] (PDOException(code: 23000): refused at /app/Db.php:3)"} []

      """#,
      format: "monolog-text"
    )
    #expect(read.counts.blank == 0)
    let records = try read.records.map(Self.members)
    #expect(
      records.map { $0["type"] } == [
        #"Illuminate\Contracts\Container\BindingResolutionException"#,
        #"Symfony\Component\ErrorHandler\Error\FatalError"#, "RuntimeException",
      ]
    )
    #expect(
      records.map { $0["message"] } == [
        #"Target class [Fruitcake\Cors\HandleCors] does not exist."#,
        #"Uncaught ReflectionException: Class "Policy" does not exist in Command line code:1"#,
        "boom (twice)",
      ]
    )
    #expect(
      read.records[0].contains(
        #""underlying":[{"type":"ReflectionException","code":-1,"message":"Class \"Fruitcake\\Cors\\HandleCors\" does not exist"}]"#
      )
    )
    #expect(
      read.records[2].contains(#""underlying":[{"type":"PDOException","code":23000,"message":"refused"}]"#)
    )
  }

  // Elixir 1.15, a GenServer and Phoenix's endpoint, after Logger.Formatter's page.
  @Test("A crash in Elixir is one record with the exception's type")
  func elixir() throws {
    let read = try Self.read(
      """
      01:41:19.483 [info] started
      01:41:20.483 [error] GenServer Shop.Pay terminating
      ** (RuntimeError) boom
          (shop 0.1.0) lib/shop/pay.ex:12: Shop.Pay.handle_call/3
          (stdlib 5.2) gen_server.erl:1131: :gen_server.try_handle_call/4
      Last message (from #PID<0.120.0>): :charge
      State: %{order: 7}
      01:41:21.483 [info] went on
      01:41:22.483 [error] #PID<0.500.0> running Shop.Endpoint (connection #PID<0.499.0>, stream id 1) terminated
      Server: localhost:4000 (http)
      Request: GET /
      ** (exit) an exception was raised:
          ** (KeyError) key :user not found in: %{}
              (shop 0.1.0) lib/shop/web.ex:3: Shop.Web.show/2

      """,
      format: "elixir"
    )
    let records = try read.records.map(Self.members)
    #expect(records.map { $0["type"] } == ["RuntimeError", "KeyError"])
    #expect(records.map { $0["message"] } == ["boom", "key :user not found in: %{}"])
    #expect(read.counts.notErrors == 2)
  }

  // GoogleCloudPlatform/fluent-plugin-detect-exceptions, RAILS_EXC, with the tags of config.log_tags.
  @Test("An exception that Rails logs has its class, with tags on every line and without them")
  func rails() throws {
    for tag in ["[8f5] ", ""] {
      let read = try Self.read(
        """
        I, [2026-11-21T01:41:19.483000 #17]  INFO -- : \(tag)Started GET "/settings" for 127.0.0.1
        F, [2026-11-21T01:41:19.583000 #17] FATAL -- : \(tag)  
        \(tag)ActionController::RoutingError (No route matches [GET] "/settings"):
        \(tag)  
        \(tag)actionpack (5.1.4) lib/action_dispatch/middleware/debug_exceptions.rb:63:in `call'
        \(tag)railties (5.1.4) lib/rails/rack/logger.rb:24:in `block in call'
        I, [2026-11-21T01:41:20.483000 #17]  INFO -- : \(tag)ok

        """,
        format: "ruby"
      )
      #expect(read.records.count == 1)
      let record = try Self.members(try #require(read.records.first))
      #expect(record["type"] == "ActionController::RoutingError")
      #expect(record["message"] == #"No route matches [GET] "/settings""#)
      #expect(record["severity"] == "fatal")
      #expect(read.counts.continued == 4)
    }
  }

  // AWS: “Lambda function errors in Node.js”; a report as Lambda writes it after a runtime that ended.
  @Test("Lambda's Node.js runtime logs an error's type, and a report with an error is one")
  func lambda() throws {
    let request = "8f507cfc-0000-4697-b07a-ac58fc914c95"
    let error =
      #"{"errorType":"TypeError","errorMessage":"x is \"no\" function","stack":["TypeError: x is not a function","    at Runtime.handler (file:///var/task/index.mjs:3:9)"]}"#
    let report = "Duration: 2.00 ms\tBilled Duration: 3 ms\tMemory Size: 128 MB\tMax Memory Used: 128 MB"
    let read = try Self.read(
      """
      2026-11-21T01:41:19.538Z\t\(request)\tERROR\tInvoke Error \t\(error)
      2026-11-21T01:41:19.638Z\t\(request)\tINFO\t{"message":"hello"}
      REPORT RequestId: \(request)\t\(report)
      REPORT RequestId: \(request)\t\(report)\tStatus: error\tError Type: Runtime.OutOfMemory
      REPORT RequestId: \(request)\t\(report)\tStatus: timeout

      """,
      format: "lambda-text"
    )
    let records = try read.records.map(Self.members)
    #expect(records.map { $0["type"] } == ["TypeError", "Runtime.OutOfMemory"])
    #expect(records.map { $0["severity"] } == ["error", "error"])
    #expect(records[0]["message"] == #"x is "no" function"#)
    #expect(records[0]["time"] == "2026-11-21T01:41:19.538Z")
    #expect(read.records[0].contains(#""message":"Invoke Error""#))
    #expect(read.counts.notErrors == 3)
  }

  // GoogleCloudPlatform/ops-agent, logging_processor-rabbitmq/input.log.
  @Test("RabbitMQ's levels of four letters are levels")
  func rabbitMQ() throws {
    let read = try Self.read(
      """
      2025-08-18 01:01:20.441571+00:00 [erro] <0.692.0> ** Connection attempt from node 'a' rejected. **
      2025-08-18 01:05:10.000123+02:00 [info] <0.801.0> Successfully set user tags
      2025-08-18 02:22:33.444+00:00 [noti] <0.400.0> Node rabbit@node1 down: lost connection
      2025-08-18 02:22:33.444+00:00 [debg] <0.400.0> x
      2025-08-18 02:22:33.444+00:00 [aler] <0.400.0> x

      """,
      format: "text"
    )
    #expect(try read.records.map { try Self.members($0)["severity"] } == ["error", "critical"])
    #expect(read.counts.leveled == 3)
  }

  @Test("journalctl -o short-iso writes its zone without a colon")
  func shortISO() throws {
    let read = try Self.read(
      "2026-11-21T01:41:19+0100 host pay[12]: error: boom\n2026-11-21T01:41:20+0100 host pay[12]: fine\n",
      format: "syslog-text"
    )
    #expect(
      read.records == [
        #"{"time":"2026-11-21T01:41:19+01:00","origin":"pay","severity":"error","message":"boom","attributes":{"host":"host","pid":"12"}}"#
      ]
    )
  }

  // coroot/logparser, multiline_test.go.
  @Test("Python's logging of a formatted traceback has the exception's type")
  func loggedTraceback() throws {
    let read = try Self.read(
      """
      2020-03-20 08:48:57,067 ERROR:__main__:Traceback (most recent call last):
        File "<stdin>", line 2, in <module>
        File "<stdin>", line 2, in raise_error
      RuntimeError: something bad happened!

      """,
      format: "python-text"
    )
    let record = try Self.members(try #require(read.records.first))
    #expect(record["type"] == "RuntimeError")
    #expect(record["message"] == "something bad happened!")
    #expect(record["origin"] == "__main__")
  }

  // coroot/logparser, multiline_test.go; V8's trace of an error without a message.
  @Test("An exception without a message has none, rather than its whole trace")
  func noMessage() throws {
    let traces = [
      (
        "Exception in thread \"main\" java.lang.NullPointerException\n\tat com.example.A.b(A.java:10)\n",
        "java.lang.NullPointerException"
      ),
      (
        "Traceback (most recent call last):\n  File \"main.py\", line 10, in <module>\n    func()\nConnectionError\n",
        "ConnectionError"
      ),
    ]
    for (trace, type) in traces {
      let read = try Self.read(trace, format: "trace")
      let record = try Self.members(try #require(read.records.first))
      #expect(record["type"] == type)
      #expect(record["message"] == nil)
    }
  }

  // GoogleCloudPlatform/fluent-plugin-detect-exceptions, NESTED_JAVA_EXC, shortened.
  @Test("An exception nested in the message of another belongs to it")
  func nested() throws {
    let cause = """
      Caused by: javax.mail.SendFailedException: Invalid Addresses;
        nested exception is:
      com.sun.mail.smtp.SMTPAddressFailedException: 550 5.7.1 Relaying denied

      \tat com.sun.mail.smtp.SMTPTransport.rcptTo(SMTPTransport.java:2064)
      \t... 12 more
      Caused by: com.sun.mail.smtp.SMTPAddressFailedException: 550 5.7.1 Relaying denied

      """
    let thrown = """
      java.lang.RuntimeException: javax.mail.SendFailedException: Invalid Addresses;
        nested exception is:
      com.sun.mail.smtp.SMTPAddressFailedException: 550 5.7.1 Relaying denied

      \tat com.nethunt.crm.AutomaticEmailFacade.sendWithSmtp(AutomaticEmailFacade.java:236)

      """
    for (text, causes) in [
      (thrown + cause, ["javax.mail.SendFailedException", "com.sun.mail.smtp.SMTPAddressFailedException"]),
      (thrown, ["com.sun.mail.smtp.SMTPAddressFailedException"]),
    ] {
      let read = try Self.read(text, format: "trace")
      #expect(read.records.count == 1)
      let record = try #require(read.records.first)
      #expect(record.hasPrefix(#"{"type":"java.lang.RuntimeException""#))
      let object = try JSONSerialization.jsonObject(with: Data(record.utf8)) as? [String: Any]
      let underlying = object?["underlying"] as? [[String: Any]]
      #expect(underlying?.map { $0["type"] as? String } == causes)
    }
  }
}
