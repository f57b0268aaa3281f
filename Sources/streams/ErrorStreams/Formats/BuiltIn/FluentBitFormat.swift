extension StreamFormat {
  /// Fluent Bit's own log.
  static var fluentBit: StreamFormat {
    var mapping = Mapping(
      logger: "fluent-bit", "Fluent Bit's own log",
      #"\[(?P<time>\d{4}/\d\d/\d\d \d\d:\d\d:\d\d(?:\.\d+)?)\] \[ *(?P<level>trace|debug|info|warn|error)\] (?:\[ *(?P<component>[^\]]*)\] )?(?P<message>\C*)"#
    )
    mapping.fields = Mapping.loggerFields(origin: "component")
    return StreamFormat(
      mapping,
      shape: "`[TIME] [LEVEL] [COMPONENT] message`",
      preambles: ["Fluent Bit v", "* ", "_", "|", "\\"],
      example: #"""
        [2026/11/21 01:41:19] [error] [output:es:es.0] could not pack/validate JSON response
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19Z","origin":"output:es:es.0","severity":"error","message":"could no\#
        t pack/validate JSON response"}
        """#,
      .documented("https://github.com/fluent/fluent-bit, src/flb_log.c")
    )
  }
}
