extension StreamFormat {
  /// structlog's console renderer: the level and the event in columns, the logger in brackets, and pairs of the other members.
  static var structlogText: StreamFormat {
    let start =
      #"(?P<time>\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?"# + TimeText.zoneExpression
      + #"?) \[(?P<level>debug|info|warning|warn|error|critical|exception|notset) *\] "#
    let pairs = #"(?P<fields>[\w.]+=\C*)"#
    var mapping = Mapping(
      logger: "structlog-text", "structlog's console renderer",
      start + #"(?P<message>\C*?) +\[(?P<logger>[\w.$-]+)\] *"# + pairs + "?$",
      start + #"(?P<message>\C*?) {2,}"# + pairs + "$")
    mapping.text?.pairs = "fields"
    mapping.attributes = [TextMapping.pairsMember]
    mapping.drop = ["fields"]
    return StreamFormat(
      mapping,
      shape: "`TIME [level    ] message   [LOGGER] key=value`",
      example: #"""
        2026-11-21T01:41:19.483000Z [error    ] charge failed                  [shop] order=42
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483000Z","origin":"shop","severity":"error","message":"charge faile\#
        d","attributes":{"order":"42"}}
        """#,
      .made("Tests/Fixtures/streams/make.py (structlog 25)")
    )
  }
}
