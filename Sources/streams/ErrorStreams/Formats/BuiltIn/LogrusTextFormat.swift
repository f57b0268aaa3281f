internal import Records

extension StreamFormat {
  /// logrus at a terminal; into files it writes logfmt.
  static var logrusText: StreamFormat {
    let start =
      #"(?P<level>TRACE?|DEBUG?|INFO|WARN(?:ING)?|ERROR?|FATAL?|PANIC?)\[(?:(?P<uptime>\d{4,})|(?P<time>\d{4}-[^\]]+))\](?:(?P<caller>[^ ]+:\d+)(?: (?P<function>[^ ]+\(\)))?)? (?P<message>\C*?)"#
    var mapping = Mapping(
      logger: "logrus-text", "logrus at a terminal (Go)", start + TrailingPairs.withError,
      start + TrailingPairs.withoutError)
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "caller"),
      FieldMapping(
        .severity, "level",
        values: ["TRAC": "trace", "DEBU": "debug", "ERRO": "error", "FATA": "fatal", "PANI": "fatal"]),
      FieldMapping(.message, "error", "cause"),
    ]
    return StreamFormat(
      mapping,
      shape: "`LEVE[SECONDS] message key=value`",
      example: #"""
        ERRO[0001] charge failed                                 error="unexpected EOF" order=42
        """#,
      becomes: #"""
        {"severity":"error","message":"unexpected EOF","attributes":{"uptime":"0001","message":"charge f\#
        ailed","rest":"order=42"}}
        """#,
      .documented("https://github.com/sirupsen/logrus, README; text_formatter.go, printColored")
    )
  }
}
