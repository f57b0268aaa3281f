import ErrorStreams
import Foundation
import RuleEngine
import Testing

@Suite("Stack traces")
struct StackTraceTextTests {
  /// Type, message, code and causes of the only record of a stream.
  private static func error(_ text: String) throws -> String {
    let read = try ReadStream(Array("\(text)\n".utf8))
    #expect(read.records.count == 1, "\(read.format): \(read.rejected)")
    let record = read.records.first ?? ""
    return record.range(of: ",\"attributes\":").map { record[..<$0.lowerBound] + "}" } ?? record
  }

  /// JSON of a text.
  private static func json(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n").replacing("\t", with: "\\t"))\""
  }

  @Test("In Java, only suppressed errors and their causes are left out")
  func suppressed() throws {
    let trace = """
      a.OuterException: outer
      \tat a.B.c(B.java:1)
      \tSuppressed: java.io.IOException: close failed
      \t\tat a.B.close(B.java:2)
      \tCaused by: java.net.ConnectException: of the suppressed
      \t\t... 3 more
      Caused by: java.sql.SQLException: real cause
      \t... 1 more
      """
    #expect(
      try Self.error(trace)
        == #"{"type":"a.OuterException","message":"outer","underlying":[{"type":"java.sql.SQLException","message":"real cause"}]}"#
    )
    // Where nothing is suppressed, some loggers indent causes.
    #expect(
      try Self.error(
        "a.OuterException: outer\n\tat a.B.c(B.java:1)\n  Caused by: b.Inner: x\n\tat a.B.d(B.java:2)"
      ).contains(#""underlying":[{"type":"b.Inner","message":"x"}]"#)
    )
  }

  @Test("In Logback traces with the root cause first, the thrown exception is found")
  func rootFirst() throws {
    let trace = """
      java.io.IOException: disk
      \tat A.w(A.java:1)
      \t... 5 common frames omitted
      Wrapped by: com.shop.PayException: no answer
      \tat A.b(A.java:1)
      Wrapped by: com.shop.Outer: charge failed
      """
    let error =
      #""type":"com.shop.Outer","message":"charge failed","underlying":[{"type":"com.shop.PayException","message":"no answer"},{"type":"java.io.IOException","message":"disk"}]}"#
    let line =
      #"{"@timestamp":"2026-11-21T01:41:19.537Z","@version":"1","message":"m","level":"ERROR","stack_trace":"#
    #expect(try Self.error(line + Self.json(trace) + "}").hasSuffix(error))
    let log = "2026-11-21 01:41:20,001 ERROR [main] com.shop.Pay - charge failed\n"
    #expect(try Self.error(log + trace).hasSuffix(error))
  }

  @Test("Java's uncaught exceptions are records of their own among those of a log")
  func uncaught() throws {
    let text = """
      2026-11-21 20:06:38,123 [main] ERROR com.shop.Pay - first
      java.util.concurrent.TimeoutException: t
      \tat a.B.c(B.java:1)
      Exception in thread "main" java.lang.IllegalStateException: uncaught
      \tat a.B.d(B.java:9)
      Caused by: java.io.IOException: root
      \t... 1 more
      2026-11-21 20:06:39,123 [main] INFO com.shop.Pay - fine

      """
    for input in [StreamInput.detected(FormatTable()), .mixed(FormatTable())] {
      let read = try ReadStream(Array(text.utf8), input: input)
      #expect(read.records.count == 2)
      #expect(
        read.records.first?.contains(
          #""type":"java.util.concurrent.TimeoutException","message":"t","attributes""#
        ) == true
      )
      #expect(
        read.records.last?.hasPrefix(
          #"{"type":"java.lang.IllegalStateException","message":"uncaught","underlying":[{"type":"java.io.IOException","message":"root"}]"#
        ) == true
      )
      #expect(read.counts.continued == 5 && read.counts.notErrors == 1 && read.counts.malformed == 0)
    }
  }

  @Test("JavaScript traces may have a bare Error, codes and causes")
  func javaScript() throws {
    #expect(try Self.error("Error: plain\n    at f (/x.js:1:1)") == #"{"type":"Error","message":"plain"}"#)
    #expect(
      try Self.error(
        "Error [ERR_X]: no\n    at f (/x.js:1:1) {\n  [cause]: TypeError: b\n      at g (/x.js:2:1)\n}\n\nNode.js v20.20.2"
      )
        == #"{"type":"Error","code":"ERR_X","message":"no","underlying":[{"type":"TypeError","message":"b"}]}"#
    )
    let stack = "Error: a\n    at x (y.js:1:1)\ncaused by: TypeError: b\n    at z (q.js:1:1)"
    let line =
      #"{"level":50,"time":1795225279537,"pid":1,"hostname":"w","err":{"type":"Error","message":"a","stack":"#
    #expect(
      try Self.error(line + Self.json(stack) + #"},"msg":"a"}"#).hasSuffix(
        #""underlying":[{"type":"TypeError","message":"b"}]}"#
      )
    )
    // A word that ordinary lines begin with too is not a type where no frame follows, behind a line of a log.
    let read = try ReadStream(
      Array("2026-11-21 01:41:20,001 INFO [main] com.shop.Pay - up\nError: later\n".utf8)
    )
    #expect(read.records == [#"{"severity":"error","message":"Error: later"}"#])
  }

  @Test("Perl's last words have the place behind the message, and the calls below it")
  func perl() throws {
    let read = try ReadStream(
      Array(
        """
        Can't locate Pay.pm in @INC at /srv/shop/run.pl line 3.
        declined: {order => 7} at lib/Pay.pm line 12.
        \tPay::charge("x") called at bin/run.pl line 40
        \teval {...} called at bin/run.pl line 41
        no card at (eval 5) line 2, <STDIN> line 3.
        Illegal division by zero at -e line 1.
        see chapter at page.txt line 12.

        """.utf8
      )
    )
    #expect(read.format == "trace")
    #expect(read.counts.continued == 2)
    #expect(read.rejected.map { $0.line } == [7])
    let messages = [
      "Can't locate Pay.pm in @INC", "declined: {order => 7}", "no card", "Illegal division by zero",
    ]
    #expect(read.records.count == messages.count)
    for (record, message) in zip(read.records, messages) {
      #expect(record.hasPrefix(#"{"message":"\#(message)","#))
    }
  }

  @Test("A trace inside the message of a JSON record is read if its level makes it an error")
  func told() throws {
    let record = { (level: String, message: String) in
      #"{"time":"2026-11-27T23:00:00Z","level":"\#(level)","msg":\#(Self.json(message))}"#
    }
    let python = "failed\nTraceback (most recent call last):\n  File \"a.py\", line 3, in f\nKeyError: 'x'"
    let headed =
      "step failed.\n\nshop.StepError: in op \"pay\"::\n\nConnectionError: no answer\n\nStack Trace:\n  File \"a.py\", line 3, in f\n"
    let read = try ReadStream(
      Array(
        [
          record("error", python), record("info", python), record("error", headed),
          record("error", "order failed: 3\n  at night"),
        ].joined(separator: "\n").utf8
      )
    )
    #expect(read.format == "json")
    #expect(read.counts.notErrors == 1)
    #expect(
      read.records.map { $0.contains(#""type":"#) } == [true, true, false],
      "\(read.records)"
    )
    #expect(read.records.first?.contains(#""type":"KeyError""#) == true)
    #expect(
      read.records[1].contains(
        #""type":"shop.StepError","message":"in op \"pay\"","underlying":[{"type":"ConnectionError","message":"no answer"}]"#
      )
    )
  }

  @Test("A trace with a heading, as Dagster prints it, belongs to the line before it, with its causes")
  func headed() throws {
    let log = """
      2026-11-27 23:14:52 +0000 - dagster - DEBUG - shop - pay - STEP_UP_FOR_RETRY - retry

      dagster.RetryRequestedFromPolicy

      Stack Trace:
        File "plan.py", line 243, in pay
          yield step

      The above exception was caused by the following exception:
      ConnectionError: gateway 3
      is down

      Stack Trace:
        File "pay.py", line 3, in pay
          raise ConnectionError

      2026-11-27 23:15:06 +0000 - dagster - ERROR - shop - RUN_FAILURE - Steps failed: ['pay'].

      Exceeded max_retries of 1

      Stack Trace:
        File "plan.py", line 243, in pay

      The above exception was caused by the following exception:
      KeyError: 'card'

      Stack Trace:
        File "pay.py", line 3, in pay

      2026-11-27 23:15:07 +0000 - dagster - INFO - shop - done

      """
    let read = try ReadStream(Array(log.utf8))
    #expect(read.format == "python-text")
    #expect(read.counts.malformed == 0)
    #expect(read.counts.notErrors == 1)
    #expect(read.records.count == 2)
    #expect(
      read.records.first?.contains(
        #""type":"dagster.RetryRequestedFromPolicy","underlying":[{"type":"ConnectionError","message":"gateway 3\nis down"}]"#
      ) == true,
      "\(read.records)"
    )
    #expect(
      read.records.last?.contains(
        #""message":"Exceeded max_retries of 1","underlying":[{"type":"KeyError","message":"'card'"}]"#
      ) == true
    )
  }

  @Test("Ruby's exception at the end of a message is the error; another object there is none")
  func inspected() throws {
    let line = "2026-11-27 23:25:33 +0000 Rack app (\"GET /bad\"): "
    let read = try ReadStream(
      Array("\(line)#<ArgumentError: declined>\n\(line)#<Set: {1, 2}>\n\(line)#<IO:fd 5>\n".utf8)
    )
    #expect(read.counts.notErrors == 2)
    #expect(read.records.count == 1)
    #expect(read.records.first?.contains(#""type":"ArgumentError","message":"declined""#) == true)
  }

  @Test(".NET traces have causes after arrows, and may follow a console logger's message")
  func dotnet() throws {
    let causes =
      #""type":"System.InvalidOperationException","message":"outer","underlying":[{"type":"System.Net.Sockets.SocketException","code":111,"message":"refused"}]}"#
    let trace = """
      System.InvalidOperationException: outer
       ---> System.Net.Sockets.SocketException (111): refused
         at A.b()
         --- End of inner exception stack trace ---
         at C.d() in /x.cs:line 3
      """
    #expect(try Self.error(trace) == "{\(causes)")
    #expect(try Self.error("Unhandled exception. \(trace)") == "{\(causes)")
    let indented = trace.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n")
    for message in ["charge failed", "Failed: charge of order 7", "Failed"] {
      #expect(try Self.error("fail: Shop.Pay[0]\n      \(message)\n\(indented)").hasSuffix(causes))
    }
    // Neither names end in Exception: the line before the frames is the error's.
    #expect(
      try Self.error("fail: Shop.Pay[0]\n      Failed\n      Shop.Fault: no answer\n         at A.b()")
        .hasSuffix(#""type":"Shop.Fault","message":"no answer"}"#)
    )
    let framework =
      "System.InvalidOperationException: outer ---> System.Net.Sockets.SocketException (111): refused\n   at A.b()"
    #expect(
      try Self.error(
        #"{"@t":"2026-11-21T01:41:19Z","@mt":"m","@l":"Error","@x":"# + Self.json(framework) + "}"
      ).hasSuffix(causes)
    )
    let several = """
      System.AggregateException: One or more errors occurred. (a) (b)
       ---> System.TimeoutException: a
         --- End of inner exception stack trace ---
         at A.b()
       ---> (Inner Exception #1) System.IO.IOException: b
         at A.c()<---
      """
    #expect(
      try Self.error(several).hasSuffix(
        #""underlying":[{"type":"System.TimeoutException","message":"a"},{"type":"System.IO.IOException","message":"b"}]}"#
      )
    )
  }

  @Test("Crash reports of all versions of Go and Rust are read")
  func crashes() throws {
    #expect(
      try Self.error(
        "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\nmain.main()\n\t/x/main.go:4 +0x30"
      ) == #"{"type":"fatal error","message":"all goroutines are asleep - deadlock!"}"#
    )
    for rest in ["stack backtrace:\n   0: rust_begin_unwind", "note: run with x"] {
      #expect(
        try Self.error("thread 'x' panicked at 'no 'order'\nof it', src/main.rs:4:37\n\(rest)")
          == #"{"type":"panic","message":"no 'order'\nof it"}"#
      )
    }
    #expect(
      try Self.error("thread 'x' panicked at src/main.rs:4:37:\nno order\nnote: run with x")
        == #"{"type":"panic","message":"no order"}"#
    )
  }

  private static let traceback =
    "Traceback (most recent call last):\n  File \"a.py\", line 1\nKeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File \"a.py\", line 2\nshop.Timeout: late"
  private static let group =
    "  + Exception Group Traceback (most recent call last):\n  |   File \"a.py\", line 1\n  | ExceptionGroup: many (2 sub-exceptions)\n  +-+---------------- 1 ----------------\n    | ValueError: a\n    +---------------- 2 ----------------\n    | KeyError: 1\n    +------------------------------------"

  @Test(
    "Python tracebacks are read wherever loggers put them",
    arguments: [
      ("", ""), ("ERROR:root:charge failed\n", ""),
      (#"{"levelname":"ERROR","message":"m","exc_info":"#, "}"),
      (#"{"severity":"ERROR","timestamp":"2026-11-21T01:41:19Z","message":"m","exc_info":"#, "}"),
      (#"timestamp=2026-11-21T01:41:19Z level=error event="charge failed" exception="#, ""),
    ]
  )
  func python(before: String, after: String) throws {
    let isText = before.isEmpty || before.hasSuffix("\n")
    let chained = try Self.error(before + (isText ? Self.traceback : Self.json(Self.traceback)) + after)
    #expect(
      chained.hasSuffix(
        #""type":"shop.Timeout","message":"late","underlying":[{"type":"KeyError","is":["LookupError","Exception","BaseException"],"message":"1"}]}"#
      )
    )
    let grouped = try Self.error(before + (isText ? Self.group : Self.json(Self.group)) + after)
    #expect(
      grouped.hasSuffix(
        #""type":"ExceptionGroup","is":["BaseExceptionGroup","Exception","BaseException"],"message":"many (2 sub-exceptions)","underlying":[{"type":"ValueError","is":["Exception","BaseException"],"message":"a"},{"type":"KeyError","is":["LookupError","Exception","BaseException"],"message":"1"}]}"#
      )
    )
    let handled =
      Self.group
      + "\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n  File \"a.py\", line 3\nRuntimeError: outer"
    let caused = try Self.error(before + (isText ? handled : Self.json(handled)) + after)
    #expect(
      caused.contains(
        #""type":"RuntimeError","is":["Exception","BaseException"],"message":"outer","underlying":[{"type":"ExceptionGroup""#
      )
    )
  }

  @Test("loguru traces may have blank lines and marks between frames")
  func loguru() throws {
    let text = """
      2026-11-22 20:04:57,790 - app - ERROR - charge failed
      Traceback (most recent call last):

        File "a.py", line 7, in boom
          try: {}["user"]

      KeyError: 'user'


      The above exception was the direct cause of the following exception:


      Traceback (most recent call last):

      > File "a.py", line 41, in <module>
          try: boom()
               └ <function boom at 0x7f1214cf16c0>

      shop.Timeout: upstream timed out
      2026-11-22 20:04:57,791 - app - INFO - after

      """
    let read = try ReadStream(Array(text.utf8))
    #expect(read.format == "python-text")
    #expect(
      read.records.first?.contains(
        #""type":"shop.Timeout","message":"upstream timed out","underlying":[{"type":"KeyError","is":["LookupError","Exception","BaseException"],"message":"'user'"}]"#
      ) == true
    )
    #expect(read.counts.malformed == 0 && read.counts.notErrors == 1 && read.counts.continued == 18)
  }

  @Test("Traces are read from lists of lines, and exceptions from lists of exceptions")
  func lists() throws {
    let elastic =
      #"{"@timestamp":"2026-11-21T01:41:19.537Z","ecs.version":"1.6.0","log.level":"ERROR","message":"m","error.type":"T","error.message":"em","error.stack_trace":["T: em","\tat a.B.c(B.java:1)","Caused by: java.io.IOException: z"]}"#
    #expect(
      try Self.error(elastic).hasSuffix(#""underlying":[{"type":"java.io.IOException","message":"z"}]}"#)
    )
    let python =
      #"{"severity":"INFO","message":"m","exc_info":["Traceback (most recent call last):","  File \"a.py\", line 1","KeyError: 1"]}"#
    #expect(
      try Self.error(python)
        == #"{"severity":"info","type":"KeyError","is":["LookupError","Exception","BaseException"],"message":"1"}"#
    )
    let structlog =
      #"{"level":"error","message":"charge failed","exception":[{"exc_type":"Timeout","exc_value":"late"},{"exc_type":"KeyError","exc_value":"1"}]}"#
    #expect(
      try Self.error(structlog)
        == #"{"type":"Timeout","message":"late","underlying":[{"type":"KeyError","message":"1"}],"severity":"error"}"#
    )
    let plain = #"{"level":"info","msg":"m","stack":["a","b"],"exception":[]}"#
    #expect(try ReadStream(Array("\(plain)\n\(plain)\n".utf8)).counts.notErrors == 2)
  }

  @Test("In a chain longer than the limit, the thrown exception is kept")
  func long() throws {
    let part = "Traceback (most recent call last):\n  File \"a.py\", line 1\n"
    let chain = (0..<100).map { "\(part)KeyError: \($0)" }
      .joined(separator: "\n\nDuring handling of the above exception, another exception occurred:\n\n")
    #expect(
      try Self.error(chain).hasPrefix(
        #"{"type":"KeyError","is":["LookupError","Exception","BaseException"],"message":"99","underlying":[{"type":"KeyError","is":["LookupError","Exception","BaseException"],"message":"98"}"#
      )
    )
  }

  @Test("Uncaught exceptions of Apple's platforms, Ruby, Dart and Node.js are traces of their own")
  func uncaughtAlone() throws {
    let traces = [
      """
      *** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 2 isn't there'
      *** First throw call stack:
      (
      \t0   CoreFoundation                      0x00007ff8067181ba __exceptionPreprocess + 242
      )
      libc++abi: terminating due to uncaught exception of type NSException
      """,
      "libc++abi: terminating due to uncaught exception of type std::runtime_error: no cart",
      """
      pay.rb:5:in 'charge': timed out (Shop::Timeout)
      \tfrom pay.rb:9:in '<main>'
      pay.rb:3:in 'connect': refused (Errno::ECONNREFUSED)
      \tfrom pay.rb:4:in 'charge'
      """,
      """
      Unhandled exception:
      FormatException: Invalid number
      #0      int._handleFormatError (dart:core-patch/integers_patch.dart:131:5)
      #1      main (file:///app/pay.dart:2:3)
      <asynchronous suspension>
      """,
      "Unhandled exception:\nBad state: No element\n#0      main (file:///app/pay.dart:2:3)",
      """
      /app/pay.js:5
        throw new Error("boom");
        ^

      Error: boom
          at charge (/app/pay.js:5:9)

      Node.js v20.11.0
      """,
      "UnauthorizedException [Error]: jwt expired\n    at check (/app/auth.js:1:1)",
    ]
    #expect(
      try traces.map { try Self.error($0) } == [
        #"{"type":"NSRangeException","message":"index 2 isn't there"}"#,
        #"{"type":"std::runtime_error","message":"no cart"}"#,
        #"{"type":"Shop::Timeout","message":"timed out","underlying":[{"type":"Errno::ECONNREFUSED","message":"refused"}]}"#,
        #"{"type":"FormatException","message":"Invalid number"}"#,
        #"{"type":"Unhandled exception","message":"Bad state: No element"}"#,
        #"{"type":"Error","message":"boom"}"#,
        #"{"type":"UnauthorizedException","message":"jwt expired"}"#,
      ]
    )
  }
}
