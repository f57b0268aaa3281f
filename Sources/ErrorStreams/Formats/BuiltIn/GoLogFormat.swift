extension StreamFormat {
  static var goLog: StreamFormat {
    var mapping = Mapping(
      logger: "go-log",
      "Go's log package",
      #"(?P<time>\d{4}/\d\d/\d\d \d\d:\d\d:\d\d(?:\.\d+)?) (?:(?P<file>[^ :]+\.go:\d+): )?(?:\[?(?P<level>(?i:trace|debug|info|warn|warning|error|fatal|panic))\]?:? )?(?P<message>\C*)"#
    )
    mapping.fields = Mapping.loggerFields(origin: "file")
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
