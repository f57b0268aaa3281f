extension StreamFormat {
  /// `logcat -v long`: a line with the prefix, the lines of the message, and a blank one.
  static var logcatLong: StreamFormat {
    var mapping = Mapping(name: "logcat-long")
    mapping.summary = "Android's logcat -v long"
    mapping.text = TextMapping(
      #"\[ "# + logcatTime
        + #" +(?:(?P<uid>[a-z0-9_]+): *)??(?P<pid>\d+): *(?P<tid>\d+) (?P<level>[VDIWEFA])/(?P<tag>.*?) *\]"#,
      continued: .all)
    mapping.fields = logcatFields
    mapping.stack = [TextMapping.more]
    mapping.logMessage = [TextMapping.more]
    return StreamFormat(
      mapping,
      shape: "`[ TIME PID:TID LEVEL/TAG ]`, then the message",
      preambles: logcatPreambles,
      example: #"""
        [ 11-21 01:41:19.483  1234: 1234 E/Cart     ]
        charge failed: upstream timed out
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"Cart","severity":"error","platform":"linux","message"\#
        :"charge failed: upstream timed out","attributes":{"pid":"1234","tid":"1234"}}
        """#,
      .documented("https://developer.android.com/tools/logcat#outputFormat")
    )
  }
}
