internal import Records

extension StreamFormat {
  /// Access lines of `key=value` pairs: Heroku's router, lograge, nginx. A 5xx response is an error.
  static var logfmtAccess: StreamFormat {
    var mapping = Mapping(name: "logfmt-access")
    mapping.summary = "access lines of `key=value` pairs: Heroku's router, lograge, nginx"
    mapping.markers = Mapping.Markers(
      ["status"],
      any: [
        ["method", "request", "request_method", "verb"],
        ["path", "request", "uri", "request_uri", "url", "controller"],
      ],
      none: ["level", "lvl", "severity"]
    )
    mapping.fields = [
      FieldMapping(.time, "time", "ts", "timestamp", "time_iso8601", "time_local", "msec", as: .epoch),
      FieldMapping(.origin, "controller", "vhost", "host", default: "http"),
      FieldMapping(.severity, "status", "at", as: .http),
      FieldMapping(.status, "status"),
      FieldMapping(.code, "code"),
      FieldMapping(.message, "error", "desc"),
    ]
    mapping.stack = ["error"]
    mapping.readRequest()
    return StreamFormat(
      mapping,
      lines: LogfmtParser(),
      example: #"""
        method=GET path=/pay format=html controller=PayController action=show status=500 error='Shop::Ti\#
        meoutError: upstream timed out' duration=58.33 view=0.00 db=15.26
        """#,
      becomes: #"""
        {"origin":"PayController","severity":"error","status":500,"message":"Shop::TimeoutError: u\#
        pstream timed out","attributes":{"request":"/pay","route":"/pay","method":"GET","format":"\#
        html","action":"show","duration":"58.33","view":"0.00","db":"15.26"}}
        """#,
      .documented("https://github.com/roidrage/lograge, README; https://devcenter.heroku.com, “HTTP Routing”")
    )
  }
}
