internal import Records

extension StreamFormat {
  /// zerolog's ConsoleWriter.
  static var zerologText: StreamFormat {
    // An event without a time or a level is written as `<nil> ???`.
    let start =
      #"(?:<nil>|(?P<clock>\d{1,2}:\d\d(?::\d\d)?[AP]M)|(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))) (?P<level>TRC|DBG|INF|WRN|ERR|FTL|PNC|\?\?\?) (?:(?P<caller>[^ ]+:\d+) > )?(?P<message>\C*?)"#
    var mapping = Mapping(
      logger: "zerolog-text", "zerolog at a terminal (Go)", start + TrailingPairs.withError,
      start + TrailingPairs.withoutError)
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "caller"),
      FieldMapping(.severity, "level", values: ["TRC": "trace", "PNC": "fatal", "???": "info"]),
      FieldMapping(.message, "error", "cause"),
    ]
    return StreamFormat(
      mapping,
      shape: "`CLOCK LVL FILE:LINE > message key=value`",
      example: #"""
        1:41AM ERR charge failed error="unexpected EOF" order=42
        """#,
      becomes: #"""
        {"severity":"error","message":"unexpected EOF","attributes":{"clock":"1:41AM","message":"charg\#
        e failed","rest":"order=42"}}
        """#,
      .documented("https://github.com/rs/zerolog, README, “Pretty logging”; console.go")
    )
  }
}
