import ErrorStreams
import Testing

@Suite("Errors as programs tell them: in braces, in messages, in groups, indented")
struct ToldErrorTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// Type, code, status, message and causes of each record.
    let errors: [String]

    init(_ name: String, _ text: String, _ errors: String...) {
      testDescription = name
      self.text = text
      self.errors = errors
    }
  }

  static let cases = [
    Case(
      "Node.js: code and status behind the frames",
      """
      Error: connect ECONNREFUSED 192.0.2.1:9
          at afterConnect [as oncomplete] (node:net:1:16) {
        errno: -111,
        code: 'ECONNREFUSED',
        status: 402
      }
      """,
      #"{"type":"Error","code":"ECONNREFUSED","status":402,"message":"connect ECONNREFUSED 192.0.2.1:9""#
    ),
    Case(
      "Node.js: the code of a cause is not that of the error",
      """
      Error: outer
          at a (/app/n.js:1:1) {
        [cause]: TypeError: inner
            at b (/app/n.js:2:1) {
          code: 'E_IN'
        },
        code: 'E_OUT'
      }
      """,
      #"{"type":"Error","code":"E_OUT","message":"outer","underlying":[{"type":"TypeError","code":"E_IN","message":"inner"}]"#
    ),
    Case(
      "Node.js: an error without frames",
      "[Error: ENOENT: no such file, open '/x'] {\n  errno: -2,\n  code: 'ENOENT'\n}",
      #"{"type":"Error","code":"ENOENT","message":"ENOENT: no such file, open '/x'""#
    ),
    Case(
      "Node.js: an error without frames, in one line",
      "[TypeError: bad] { code: 'E_BAD', status: 404 }",
      #"{"type":"TypeError","code":"E_BAD","status":404,"message":"bad""#
    ),
    Case(
      "Node.js: the errors of a group",
      """
      AggregateError: all failed
          at a (/app/n.js:6:15) {
        [errors]: [
          Error: a
              at b (/app/n.js:6:35),
          RangeError: b
              at c (/app/n.js:6:50)
        ]
      }
      """,
      #"{"type":"AggregateError","message":"all failed","underlying":[{"type":"Error","message":"a"},{"type":"RangeError","message":"b"}]"#
    ),
    Case(
      "Go: a panic while another is handled",
      "panic: first [recovered]\n\tpanic: second\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:8 +0x165",
      #"{"type":"panic","message":"second","underlying":[{"type":"panic","message":"first"}]"#
    ),
    Case(
      "Go: the same panic again",
      "panic: first [recovered]\n\tpanic: first\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:8 +0x165",
      #"{"type":"panic","message":"first""#
    ),
    Case(
      "OCaml",
      "Fatal error: exception Shop.Declined(\"card\", 3)\nRaised at Shop.pay in file \"shop.ml\", line 2",
      #"{"type":"Shop.Declined","message":"\"card\", 3""#
    ),
    Case(
      "OCaml: a text alone",
      "Fatal error: exception Failure(\"no answer\")",
      #"{"type":"Failure","message":"no answer""#
    ),
    Case(
      "A worker's error that is raised again",
      """
      Traceback (most recent call last):
        File "a.py", line 1, in f
      ValueError: Caught ValueError in DataLoader worker process 1.
      Original Traceback (most recent call last):
        File "b.py", line 2, in g
      ValueError: bad row 7

      """,
      #"{"type":"ValueError","is":["Exception","BaseException"],"message":"Caught ValueError in DataLoader worker process 1.","underlying":[{"type":"ValueError","is":["Exception","BaseException"],"message":"bad row 7"}]"#
    ),
    Case(
      "A message that begins with a heading",
      """
      Traceback (most recent call last):
        File "a.py", line 1, in f
      jax.errors.JaxRuntimeError: INTERNAL: callback: Traceback (most recent call last):
        File "b.py", line 2, in g
      ValueError: host said no
      """,
      #"{"type":"jax.errors.JaxRuntimeError","code":13,"message":"INTERNAL: callback:","underlying":[{"type":"ValueError","is":["Exception","BaseException"],"message":"host said no"}]"#
    ),
    Case(
      "A process's traceback in the message, then another error",
      """
      Traceback (most recent call last):
        File "a.py", line 1, in f
      mp.ProcessRaisedException: 

      -- Process 0 terminated with the following error:
      Traceback (most recent call last):
        File "b.py", line 2, in g
      ValueError: child failed

      Traceback (most recent call last):
        File "a.py", line 1, in f
      KeyError: 'x'
      """,
      #"{"type":"mp.ProcessRaisedException","underlying":[{"type":"ValueError","is":["Exception","BaseException"],"message":"child failed"}]"#,
      #"{"type":"KeyError","is":["LookupError","Exception","BaseException"],"message":"'x'""#
    ),
    Case(
      "Ray tells a task's error as its own",
      """
      Traceback (most recent call last):
        File "a.py", line 10, in <module>
      ray.exceptions.RayTaskError(ConnectionError): ray::pay() (pid=3)
        File "a.py", line 6, in pay
      ConnectionError: gateway 3
      """,
      #"{"type":"ConnectionError","is":["OSError","Exception","BaseException"],"message":"gateway 3""#
    ),
    Case(
      "A chain, whose sentence ends in a colon",
      """
      Traceback (most recent call last):
        File "a.py", line 1, in f
      KeyError: 'x'

      During handling of the above exception, another exception occurred:

      Traceback (most recent call last):
        File "a.py", line 2, in g
      ValueError: bad
      """,
      #"{"type":"ValueError","is":["Exception","BaseException"],"message":"bad","underlying":[{"type":"KeyError","is":["LookupError","Exception","BaseException"],"message":"'x'"}]"#
    ),
  ]

  @Test("Each is one record, with the error that was thrown and its causes", arguments: cases)
  func told(_ example: Case) throws {
    let read = try ReadStream(Array("\(example.text)\n".utf8))
    #expect(read.records.count == example.errors.count, "\(read.records)")
    #expect(read.rejected.isEmpty)
    for (record, error) in zip(read.records, example.errors) {
      #expect(record.hasPrefix("\(error),\"attributes\"") || record.hasPrefix("\(error)}"), "\(record)")
    }
  }

  @Test("A traceback indented as a whole is read", arguments: ["\t", "    "])
  func indented(_ blanks: String) throws {
    let lines = [
      "Traceback (most recent call last):", "  File \"a.py\", line 7, in pay", "    try: 1/0",
      "ZeroDivisionError: division by zero",
    ]
    let log = "2026-11-27T23:10:33+0000 [error] could not pay\n" + lines.map { "\(blanks)\($0)\n" }.joined()
    let read = try ReadStream(Array(log.utf8))
    #expect(read.records.count == 1)
    #expect(
      read.records.first?.contains(
        #""type":"ZeroDivisionError","is":["ArithmeticError","Exception","BaseException"],"message":"division by zero""#
      ) == true
    )
  }

  @Test(
    "JSON records have the list of exceptions, the group's members and the members beside the record",
    arguments: [
      (
        #"{"timestamp":"2026-11-27T23:21:32Z","level":"error","event":"Task failed","logger":"task","try_number":2,"error_detail":[{"exc_type":"ConnectionError","exc_value":"gateway 3","frames":[],"exceptions":[]},{"exc_type":"KeyError","exc_value":"x","is_cause":true,"exceptions":[]}]}"#,
        [
          #""type":"ConnectionError","message":"gateway 3","underlying":[{"type":"KeyError","message":"x"}]"#,
          #""attempt":2"#,
        ]
      ),
      (
        #"{"event":"failed","level":"error","timestamp":"2026-11-27T23:10:37Z","exception":[{"exc_type":"ExceptionGroup","exc_value":"2","is_group":true,"exceptions":[[{"exc_type":"ValueError","exc_value":"a","exceptions":[]}],[{"exc_type":"KeyError","exc_value":"b","exceptions":[]}]]}]}"#,
        [
          #""underlying":[{"type":"ValueError","message":"a"},{"type":"KeyError","message":"b"}]"#
        ]
      ),
      (
        #"{"@timestamp":"2026-11-27T23:10:37Z","log.level":"error","message":"not paid","ecs":{"version":"1.6.0"},"exception":[{"exc_type":"Timeout","exc_value":"late","frames":[]},{"exc_type":"KeyError","exc_value":"x","is_cause":true}]}"#,
        [#""type":"Timeout","message":"late","underlying":[{"type":"KeyError","message":"x"}]"#]
      ),
      (
        #"{"event":"declined","level":"error","timestamp":"2026-11-27T23:10:37Z","status_code":429,"error_code":"E7","retry_after":30}"#,
        [#""code":"E7""#, #""status":429"#, #""retryAfter":"30""#]
      ),
      (
        #"{"asctime":"2026-11-27 23:10:37,000","levelname":"ERROR","message":"declined","status_code":429,"error_code":"E7"}"#,
        [#""code":"E7""#, #""status":429"#]
      ),
      (
        #"{"data":{"status":"fail"},"info":{"code":"Z022","level":"error","msg":"Failure in test t","ts":"2026-11-27T23:19:43Z"}}"#,
        [#""time":"2026-11-27T23:19:43Z""#, #""severity":"error","message":"Failure in test t""#]
      ),
      (
        #"{"log_failure":{"type":{"__module__":"builtins","__name__":"ZeroDivisionError"}},"log_level":{"name":"critical"},"log_namespace":"shop","log_format":"could not pay","log_time":1795821033.5}"#,
        [#""type":"ZeroDivisionError""#, #""origin":"shop""#, #""message":"could not pay""#]
      ),
    ]
  )
  func json(_ line: String, _ parts: [String]) throws {
    let read = try ReadStream(Array("\(line)\n".utf8))
    #expect(read.records.count == 1)
    for part in parts { #expect(read.records.first?.contains(part) == true, "\(read.records)") }
  }
}
