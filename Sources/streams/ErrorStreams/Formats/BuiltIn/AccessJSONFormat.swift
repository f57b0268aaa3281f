internal import Records

extension StreamFormat {
  /// Access logs as JSON: nginx's `log_format … escape=json`, Envoy, lograge. A 5xx response is an error. A record
  /// with a level or a message is a logger's.
  static var accessJSON: StreamFormat {
    var mapping = Mapping(name: "access-json")
    mapping.summary = "access logs as JSON: nginx, Envoy, lograge"
    mapping.markers = Mapping.Markers(
      any: [
        ["status", "response_code"],
        ["method", "request", "request_method", "verb"],
        ["path", "request", "uri", "request_uri", "url"],
      ],
      none: [
        "level", "lvl", "severity", "levelname", "loglevel", "log_level", "severity_text", "log.level", "msg",
        "message", "type", "title", "underlying", "payload", "error.type", "error.code", "error.message",
      ]
    )
    mapping.fields = [
      FieldMapping(
        .time, "time", "start_time", "timestamp", "@timestamp", "ts", "time_iso8601", "time_local", "msec",
        as: .epoch),
      FieldMapping(.origin, "controller", "vhost", "host", "authority", default: "http"),
      FieldMapping(.severity, "status", "response_code", as: .http),
      FieldMapping(.status, "status", "response_code"),
      FieldMapping(.message, "error", "upstream_transport_failure_reason"),
    ]
    mapping.stack = ["error"]
    mapping.readRequest()
    return StreamFormat(
      mapping,
      example: #"""
        {"time":"2026-11-21T01:41:19+00:00","remote_addr":"10.0.0.1","request":"GET /pay HTTP/1.1","stat\#
        us":"502","body_bytes_sent":"12"}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19Z","origin":"http","severity":"error","status":502,"message":"\#
        GET /pay HTTP/1.1","attributes":{"request":"GET /pay HTTP/1.1","route":"/pay","remote_addr\#
        ":"10.0.0.1","body_bytes_sent":"12"}}
        """#,
      .proven(
        by: "nginx 1.22.1",
        source:
          "https://nginx.org/en/docs/http/ngx_http_log_module.html; https://www.envoyproxy.io/docs, “Access logging”; lograge, README"
      )
    )
  }
}
