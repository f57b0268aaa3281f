internal import Records

extension StreamFormat {
  static var goLog: StreamFormat {
    let beginning =
      #"(?P<time>\d{4}/\d\d/\d\d \d\d:\d\d:\d\d(?:\.\d+)?) (?:(?P<file>[^ :]+\.go:\d+): )?"#
    var mapping = Mapping(
      logger: "go-log",
      "Go's log package",
      // A handler's panic, which net/http recovers; a trace of its goroutine follows.
      beginning + #"http2?: panic serving (?P<client>[^ ]+): (?P<panic>\C*)"#,
      // A name before the level: the prefix behind the time, or Squid's process.
      beginning
        + #"(?P<logger>[\w.-]+)(?:: |\| ?)\[?(?P<level>(?i:trace|debug|info|warn|warning|error|fatal|panic))\]?: (?P<message>\C*)"#,
      beginning
        + #"\[(?P<logger>[\w./-]+)\] +\[?(?P<level>TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|PANIC)\]?:? (?P<message>\C*)"#,
      beginning
        + #"\[?(?P<level>(?i:trace|debug|info|notice|warn|warning|error|fatal|panic|critical|emergency|alert))\]? *:? (?P<message>\C*)"#,
      beginning + #"(?P<line>\C*)"#
    )
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "file", "logger"),
      FieldMapping(.severity, "level", default: "error", where: "panic"),
      FieldMapping(.type, default: "panic", where: "panic"),
    ]
    // Without a level it may end with the system's text of an error.
    mapping.inner = "line"
    mapping.logMessage = ["panic", "message", "line"]
    mapping.appleErrors.append("line")
    return StreamFormat(
      mapping,
      shape: "`YYYY/MM/DD CLOCK FILE:LINE: message`, with or without a level before the message",
      example: #"""
        2026/11/21 01:41:19 pay.go:12: ERROR: charge failed: upstream timed out
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19Z","origin":"pay.go:12","severity":"error","message":"charge failed:\#
         upstream timed out"}
        """#,
      .documented("https://pkg.go.dev/log, LstdFlags and Lshortfile")
    )
  }
}
