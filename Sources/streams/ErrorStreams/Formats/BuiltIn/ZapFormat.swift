internal import Records

extension StreamFormat {
  /// The console encoder: tab-separated columns, an optional logger name and caller, an object of further
  /// data.
  static var zap: StreamFormat {
    var mapping = Mapping(
      logger: "zap", "zap's console encoder (Go, Kubernetes operators)",
      #"(?P<time>\d{4}(?:-\d\d-\d\dT|/\d\d/\d\d )\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)\t(?P<level>DEBUG|INFO|WARN|ERROR|DPANIC|PANIC|FATAL|debug|info|warn|error|dpanic|panic|fatal)\t(?:(?P<logger>[\w./-]+)\t)??(?:(?P<caller>[^\t ]+\.go:\d+)\t)?(?P<message>[^\t]*)(?:\t(?P<fields>\{\C*))?$"#
    )
    mapping.fields = Mapping.loggerFields(origin: "logger")
    mapping.fields[1].from = ["logger", "caller"]
    mapping.fields.append(FieldMapping(.status, "status", as: .http))
    mapping.extract = [Mapping.Extraction(from: ["fields"], pattern: #""status": ?(?P<status>\d{3})[,}]"#)]
    return StreamFormat(
      mapping,
      shape: "`TIME⇥LEVEL⇥LOGGER⇥FILE:LINE⇥message⇥{fields}`",
      example: #"""
        2026-11-21T01:41:19.483+0100	ERROR	pay	pay/main.go:12	charge failed	{"error": "eof"}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483+01:00","origin":"pay","severity":"error","message":"charge \#
        failed","attributes":{"caller":"pay/main.go:12","fields":"{\"error\": \"eof\"}"}}
        """#,
      .documented("https://github.com/uber-go/zap, zapcore/console_encoder.go")
    )
  }
}
