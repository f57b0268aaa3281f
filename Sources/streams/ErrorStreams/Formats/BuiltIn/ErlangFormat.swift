internal import Records

extension StreamFormat {
  /// Erlang's reports: a heading with the level and the time, then what is reported.
  static var erlang: StreamFormat {
    var mapping = Mapping(
      logger: "erlang", "Erlang's reports",
      #"=(?P<level>[A-Z]+) REPORT==== (?P<time>\d{1,2}-[A-Z][a-z]{2}-\d{4}::\d\d:\d\d:\d\d(?:\.\d+)?)[^=]*==="#
    )
    mapping.text?.continued = .all
    mapping.text?.common = [
      #"(?P<program>[\w.-]+): (?P<message>exception (?P<level>error|exit|throw): \C*)"#
    ]
    mapping.fields = [
      FieldMapping(.time, "time"), FieldMapping(.origin, "program", default: "erlang"),
      FieldMapping(
        .severity, "level",
        values: [
          "CRASH": "error", "SUPERVISOR": "error", "PROGRESS": "info", "STATUS": "info", "exit": "error",
          "throw": "error",
        ]),
    ]
    mapping.logMessage = ["message", TextMapping.more]
    return StreamFormat(
      mapping,
      shape: "`=LEVEL REPORT==== TIME ===`, then the message",
      example: #"""
        =ERROR REPORT==== 21-Nov-2026::01:41:19.483920 ===
        charge failed: upstream timed out
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483920Z","origin":"erlang","severity":"error","message":"charge fai\#
        led: upstream timed out"}
        """#,
      .proven(
        by: "Erlang/OTP 25",
        source: "Erlang/OTP, logger_formatter(3), “legacy_header”"
      )
    )
  }
}
