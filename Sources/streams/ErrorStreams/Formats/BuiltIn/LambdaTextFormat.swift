internal import Records

extension StreamFormat {
  /// Logs of AWS Lambda's runtimes as text: Node.js and Python lines with tab-separated columns.
  static var lambdaText: StreamFormat {
    let time = #"(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z)"#
    let request = #"(?P<requestId>[0-9a-zA-Z-]{36}|undefined)"#
    let level = #"\t(?P<level>TRACE|DEBUG|INFO|WARN|ERROR|FATAL)\t"#
    var mapping = Mapping(
      logger: "lambda-text",
      "AWS Lambda's logs as text",
      // An error as JSON, after words of the Node.js runtime.
      time + #"\t"# + request + level + #"(?P<message>[^\t{]*?) *\t(?P<error>\{"errorType":\C*\}) *$"#,
      time + #"\t"# + request + level + #"(?P<message>\C*)"#,
      #"\[(?P<level>DEBUG|INFO|WARNING|ERROR|CRITICAL)\]\t"# + time + #"\t"# + request
        + #"?\t(?P<message>\C*)"#,
      // Lines of the runtime itself: a timeout, the start and end of a call.
      time + " " + request + #" (?P<message>(?P<level>Task timed out) \C*)"#,
      // The report of a runtime that ended, for instance without memory; a timeout has a line of its own.
      #"(?P<message>REPORT RequestId: (?P<requestId>[^\t ]+)\t\C*\tStatus: (?P<level>error)(?:\tError Type: (?P<type>[\w.]+))?\C*)"#,
      #"(?P<message>(?P<level>START|END|REPORT) RequestId: \C*)"#,
      #"(?P<message>(?P<level>INIT_START|INIT_REPORT) \C*)"#
    )
    // And an uncaught exception.
    mapping.text?.common = [#"\[(?P<level>ERROR)\] (?P<message>\C*)"#]
    mapping.stack.append("message")
    mapping.inner = "error"
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.type, "type"),
      FieldMapping(
        .severity,
        "level",
        values: [
          "Task timed out": "error", "START": "info", "END": "info", "REPORT": "info", "INIT_START": "info",
          "INIT_REPORT": "info",
        ]
      ),
      FieldMapping(.operation, "requestId"),
    ]
    mapping.keep = ["requestId"]
    return StreamFormat(
      mapping,
      shape: "`TIME⇥REQUEST⇥LEVEL⇥message`, `[LEVEL]⇥TIME⇥REQUEST⇥message`",
      example: #"""
        2026-11-21T01:41:19.538Z	8f507cfc-0000-4697-b07a-ac58fc914c95	ERROR	charge failed
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.538Z","severity":"error","operation":"8f507cfc-0000-4697-b07a\#
        -ac58fc914c95","message":"charge failed","attributes":{"requestId":"8f507cfc-0000-4697-b07\#
        a-ac58fc914c95"}}
        """#,
      .documented("AWS: “Log and monitor Node.js Lambda functions”, “… Python Lambda functions”")
    )
  }
}
