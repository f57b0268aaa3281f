internal import Records

extension StreamFormat {
  /// Levels are syslog numbers; own members begin with an underscore (go2docs.graylog.org, "GELF Payload
  /// Specification").
  static var gelf: StreamFormat {
    var mapping = Mapping(name: "gelf")
    mapping.summary = "Graylog's GELF 1.0 and 1.1"
    mapping.markers = Mapping.Markers([
      "version", "host", Mapping.Marker("short_message"),
    ])
    mapping.fields = [
      FieldMapping(.time, "timestamp", as: .seconds),
      FieldMapping(.origin, "_logger", "_LoggerName", "_application_name", "facility"),
      // The default is 1, an alert.
      FieldMapping(.severity, "level", as: .syslog, default: "critical"),
      FieldMapping(.type, "_exception_type", "_error_type"),
    ]
    mapping.stack = ["full_message", "_exception_stack_trace", "_stack_trace"]
    mapping.logMessage = ["short_message"]
    return StreamFormat(
      mapping,
      example: #"""
        {"version":"1.1","host":"web-1","short_message":"charge failed","full_message":"shop.PayException:\#
         no answer\n\tat shop.Pay.charge(Pay.java:12)","timestamp":1795225279.5,"level":3,"_order":42}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.500Z","severity":"error","type":"shop.PayException",\#
        "message":"no answer","attributes":{"version":"1.1","host":"web-1","short_message":"charge failed",\#
        "full_message":"shop.PayException: no answer\n\tat shop.Pay.charge(Pay.java:12)","_order":42}}
        """#,
      .documented("https://go2docs.graylog.org, GELF Payload Specification")
    )
  }
}
