internal import Records

extension StreamFormat {
  /// Lines that begin with a level and have no time. Tried last: logs of other formats begin with such lines.
  static var plain: StreamFormat {
    let level =
      "(?P<level>trace|debug|info|notice|warn|warning|error|err|critical|crit|fatal|panic|emerg|alert|"
      + "TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|CRITICAL|CRIT|FATAL|PANIC|EMERG|ALERT)"
    var mapping = Mapping(
      logger: "plain",
      "text that begins with a level and has no time",
      // An uncaught exception in AWS Lambda's Python runtime; its traceback ends without the exception.
      #"\[(?P<level>ERROR|CRITICAL)\] (?P<exception>[A-Za-z_][\w.]*(?:Error|Exception): \C*)"#,
      #"\[ *"# + level + #" *\]:?[ \t]+(?P<message>\C*)"#,
      level + #":[ \t]+(?P<message>\C*)"#,
      #"(?P<level>Debug|Info|Notice|Warning):[ \t]+(?P<message>\C*)"#
    )
    // Errors of JavaScript begin like this, too.
    mapping.text?.common = [
      #"(?P<program>[\w.+-]+(?:\[\d+\])?): "# + level + #": (?P<message>\C*)"#,
      #"(?P<exception>(?P<level>Error|Fatal|Critical|Emergency): \C*)"#,
    ]
    mapping.fields = [FieldMapping(.origin, "program"), FieldMapping(.severity, "level")]
    mapping.stack = [TextMapping.more, "exception"]
    mapping.logMessage = ["message", "exception"]
    return StreamFormat(
      mapping,
      shape: "`LEVEL: message`, `[LEVEL] message`, `PROGRAM: LEVEL: message`",
      isLastResort: true,
      example: #"""
        [ERROR] charge failed: upstream timed out
        """#,
      becomes: #"""
        {"severity":"error","message":"charge failed: upstream timed out"}
        """#,
      .proven(
        by: "uvicorn 0.54.0, granian 2.8.9, Luigi 3.8.1",
        source: "uvicorn, DefaultFormatter; AWS: “Log and monitor Python Lambda functions”"
      )
    )
  }
}
