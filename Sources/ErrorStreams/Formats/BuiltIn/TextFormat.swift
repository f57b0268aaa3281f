internal import RuleEngine

extension StreamFormat {
  /// Lines that begin with a time, of loggers that no other format knows: a level behind it, or none.
  static var text: StreamFormat {
    let mapping = Mapping(
      logger: "text",
      "other text with a time at its beginning",
      #"\[?(?:(?P<time>\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)|(?P<clock>\d\d:\d\d:\d\d[.,]\d+))\]?[ :|-]+(?:(?P<logger>[\w.]+) )?\[?(?P<level>(?i:trace|debug|info|information|notice|warn|warning|error|err|severe|critical|crit|fatal|panic|emerg|alert))\]?(?:[ :|-]+(?P<message>\C*))?$"#,
      #"\[?(?:(?P<time>\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d+)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)|(?P<clock>\d\d:\d\d:\d\d[.,]\d+))\]?[ :|-]+(?P<message>\C*)"#
    )
    return StreamFormat(
      mapping,
      shape: "`TIME LEVEL message`, `TIME [LEVEL] message`, `TIME message`",
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
