internal import RuleEngine

extension StreamFormat {
  /// Redis and Valkey.
  static var redis: StreamFormat {
    var mapping = Mapping(name: "redis")
    mapping.summary = "Redis and Valkey"
    mapping.text = TextMapping(
      #"(?P<pid>\d+):(?P<role>[XCSM]) (?P<time>\d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d\.\d+) (?P<level>[.*#-]) (?P<message>\C*)"#
    )
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, default: "redis"),
      FieldMapping(
        .severity,
        "level",
        values: [".": "debug", "-": "info", "*": "notice", "#": "warning"]
      ),
    ]
    mapping.stack = ["more"]
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      shape: "`PID:ROLE TIME SIGN message`",
      example: #"""
        1:M 21 Nov 2026 01:41:19.483 # Failed opening the temp RDB file: No space left on device
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"redis","severity":"warning","message":"Failed openi\#
        ng the temp RDB file: No space left on device","attributes":{"pid":"1","role":"M"}}
        """#,
      .documented("https://github.com/redis/redis, src/server.c, serverLogRaw")
    )
  }
}
