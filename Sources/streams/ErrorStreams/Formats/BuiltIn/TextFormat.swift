extension StreamFormat {
  /// Lines of loggers without a format of their own. The first level after the time is the line's.
  static var text: StreamFormat {
    let time =
      #"\[?(?:(?P<time>\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?"# + TimeText.zoneExpression
      + #"?)|(?P<clock>\d\d:\d\d:\d\d[.,]\d+))\]?[ \t:|-]+"#
    let level =
      "(?i:trace|debug|info|information|notice|warn|warning|error|err|severe|critical|crit|fatal|panic|emerg|alert|"
      + "inf|wrn|dbg|ftl|vrb|verbose|erro|noti|debg|aler|emer)"
    // If a level could be a word of a sentence (`upstream error while …`), the text after it decides.
    let capitals =
      "(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|SEVERE|CRITICAL|CRIT|FATAL|PANIC|EMERG|ALERT)"
    let message = #"(?:[ \t:|-]+(?P<message>\C*))?$"#
    let before = #"(?:(?P<pid>\d+)|(?P<logger>[\w.$/-]+))[ \t:|-]+"#
    var mapping = Mapping(
      logger: "text", "other text that begins with a time", time + #"(?P<message>Error Domain=\C*)"#,
      time + #"\[? *(?P<level>"# + level + #") *\]?"# + message,
      time + #"\[(?P<thread>[^\]]*)\][ \t:|-]+(?:\[(?P<context>[^\]]*)\][ \t:|-]+)??\[? *(?P<level>"# + level
        + #") *\]?"# + message, time + before + #"\[? *(?P<level>"# + capitals + #") *\]?"# + message,
      time + before + #"\[?(?P<level>"# + level + #") *[\]:](?:[ \t:|-]*(?P<message>\C*))?$"#,
      time + #"(?P<line>\C*)"#)
    // A line without a level may consist of another log's record: S3 exports, `kubectl logs --timestamps`.
    mapping.inner = "line"
    mapping.logMessage.append("line")
    mapping.appleErrors.append("line")
    return StreamFormat(
      mapping,
      shape: "`TIME LEVEL message`, `TIME [LEVEL] message`, `TIME LOGGER LEVEL message`, `TIME message`",
      example: #"""
        [2026-11-21T01:41:19Z] error: charge failed: upstream timed out
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19Z","severity":"error","message":"charge failed: upstream timed out"}
        """#,
      .documented("lnav's logfile_ansi.0 and logfile_crlf.0")
    )
  }
}
