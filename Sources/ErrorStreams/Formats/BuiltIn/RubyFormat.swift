internal import RuleEngine

extension StreamFormat {
  /// Ruby's Logger, and Rails in production.
  static var ruby: StreamFormat {
    var mapping = Mapping(name: "ruby")
    mapping.summary = "Ruby's Logger, Rails"
    mapping.text = TextMapping(
      #"[DIWEFA], \[(?P<time>[^ \]]+) #(?P<pid>\d+)\] +(?P<level>DEBUG|INFO|WARN|ERROR|FATAL|ANY) -- (?P<program>[^:]*): (?P<message>\C*?)(?: \((?P<type>[A-Z][\w:]*(?:Error|Exception))\))?$"#
    )
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "program"),
      FieldMapping(.type, "type"),
      FieldMapping(.severity, "level"),
    ]
    mapping.stack = ["more"]
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      shape: "`E, [TIME #PID] LEVEL -- PROGRAM: message`",
      example: #"""
        E, [2026-11-21T01:41:19.483920 #17] ERROR -- shop: charge failed: upstream timed out
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483920Z","origin":"shop","severity":"error","message":"charge faile\#
        d: upstream timed out","attributes":{"pid":"17"}}
        """#,
      .documented("https://docs.ruby-lang.org/en/3.4/Logger.html, “Entries”")
    )
  }
}
