internal import Records

extension StreamFormat {
  /// Envoy's and Istio's access logs, and Envoy's own log. A response without a status has only flags that say
  /// what went wrong.
  static var envoy: StreamFormat {
    let start =
      #"\[(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z)\] "(?P<request>[^"]*)" (?:0|(?P<status>\d{3})) (?:-|(?P<flag>[A-Z]+)(?:,(?P<otherFlags>[A-Z,]+))?) "#
    let end =
      #"(?P<received>\d+) (?P<sent>\d+) (?P<duration>\d+) (?:-|(?P<upstreamTime>\d+)) "(?:-|(?P<forwardedFor>[^"]*))" "(?:-|(?P<agent>[^"]*))" "(?:-|(?P<requestId>[^"]*))" "(?:-|(?P<authority>[^"]*))" "(?:-|(?P<upstream>[^"]*))""#
    var mapping = Mapping(
      logger: "envoy", "Envoy's and Istio's access logs, and Envoy's own log", start + end + "$",
      start + #"(?:-|(?P<details>[^ ]+)) (?:-|(?P<termination>[^ ]+)) "(?:-|(?P<transportFailure>[^"]*))" "#
        + end + #" (?:-|(?P<cluster>[^ ]+))(?: (?P<rest>\C*))?$"#,
      #"\[(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+)\]\[(?P<thread>\d+)\]\[(?P<level>trace|debug|info|warning|error|critical)\]\[(?P<logger>[^\]]+)\] (?:\[(?P<file>[^\] ]+:\d+)\] )?(?P<message>\C*)"#
    )
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "logger", "authority", default: "envoy"),
      FieldMapping(
        .severity,
        "status",
        "flag",
        "level",
        as: .http,
        values: [
          "DC": "info", "DF": "error", "DO": "error", "DPE": "warning", "DT": "error", "IH": "warning",
          "LH": "error", "LR": "error", "NC": "error", "NR": "error", "OM": "error", "RL": "warning",
          "RLSE": "error", "SI": "warning", "UAEX": "warning", "UC": "error", "UF": "error", "UH": "error",
          "UMSDR": "error", "UO": "error", "UPE": "error", "UR": "error", "URX": "error", "UT": "error",
        ]
      ),
      FieldMapping(.status, "status"),
      FieldMapping(.code, "flag"),
      FieldMapping(.message, "transportFailure"),
      FieldMapping(.operation, "requestId"),
    ]
    mapping.logMessage.append("request")
    mapping.request = ["request"]
    mapping.keep = ["requestId"]
    return StreamFormat(
      mapping,
      shape:
        "`[TIME] \"METHOD PATH PROTOCOL\" STATUS FLAGS …`, `[TIME][THREAD][LEVEL][LOGGER] [FILE:LINE] message`",
      example: #"""
        [2026-11-21T01:41:19.310Z] "GET /pay HTTP/1.1" 503 UF 0 91 5 - "10.0.35.28" "curl/7.88.1" "cc21d\#
        9b0-cf5c-432b-8c7e-98aeb7988cd3" "shop.example" "10.0.2.1:80"
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.310Z","origin":"shop.example","severity":"error","status":503\#
        ,"code":"UF","operation":"cc21d9b0-cf5c-432b-8c7e-98aeb7988cd3","message":"GET /pay HTTP/1\#
        .1","attributes":{"request":"GET /pay HTTP/1.1","route":"/pay","received":"0","sent":"91",\#
        "duration":"5","forwardedFor":"10.0.35.28","agent":"curl/7.88.1","requestId":"cc21d9b0-cf5\#
        c-432b-8c7e-98aeb7988cd3","upstream":"10.0.2.1:80"}}
        """#,
      .documented(
        "https://www.envoyproxy.io/docs, “Access logging”, “Default format string”; https://istio.io, “Envoy Access Logs”"
      )
    )
  }
}
