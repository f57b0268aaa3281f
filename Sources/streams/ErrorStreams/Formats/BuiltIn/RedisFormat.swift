internal import Records

extension StreamFormat {
  static var redis: StreamFormat {
    var mapping = Mapping(
      logger: "redis", "Redis and Valkey",
      #"(?P<pid>\d+):(?P<role>[XCSM]) (?P<time>\d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d\.\d+) (?P<level>[.*#-]) (?P<message>\C*)"#
    )
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, default: "redis"),
      FieldMapping(.severity, "level", values: [".": "debug", "-": "info", "*": "notice", "#": "warning"]),
    ]
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
      .proven(
        by: "Redis 7.0.15",
        source: "https://github.com/redis/redis, src/server.c, serverLogRaw"
      )
    )
  }
}
