internal import Records

extension StreamFormat {
  /// HAProxy's HTTP and TCP logs, mostly inside syslog. A session without a status has only the state in which it
  /// ended. One that ended well behind failed deliveries is a warning.
  static var haproxy: StreamFormat {
    let start =
      #"(?P<client>(?:unix|[\da-f.:]+):\d+) \[(?P<time>\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d(?:\.\d+)?)\] (?P<frontend>[^ ]+) (?P<backend>[^ /]+)/(?P<server>[^ ]+) (?P<timers>[-\d/+]+) "#
    let fault = "(?P<state>(?:-|(?P<fault>[A-Za-z]))[A-Za-z-]"
    let queues = " (?P<queues>[\\d/]+)"
    let connections = #" (?P<connections>[\d/]+/(?P<redispatched>\+)?(?P<retries>\d+))"# + queues
    let retried = #" (?P<connections>[\d/]+/(?P<redispatched>\+)?(?P<retries>[1-9]\d*))"# + queues
    let request =
      #"(?: \{(?P<headers>[^}]*)\})?(?: \{(?P<responseHeaders>[^}]*)\})? "(?P<request>(?:(?P<method>[A-Z]+) )?[^"]*)(?:"(?: (?P<tls>\C+))?)?$"#
    var mapping = Mapping(name: "haproxy")
    mapping.summary = "HAProxy's access logs, HTTP and TCP"
    mapping.text = TextMapping(
      start + #"(?P<answered>[1-3]\d\d) (?P<bytes>\+?\d+) [^ ]+ [^ ]+ (?P<state>(?P<end>-)[A-Za-z-]{3})"#
        + retried
        + request,
      start + #"(?:-1|0|(?P<status>\d{3})) (?P<bytes>\+?\d+) [^ ]+ [^ ]+ "# + fault + "[A-Za-z-]{2})"
        + connections + request,
      start + #"(?P<bytes>\+?\d+) "# + fault + ")" + connections + "$",
      continued: TextMapping.Continuation.none)
    // Without a log around them, so other text may look like this.
    mapping.text?.common = [
      #"(?P<state>Server (?P<backend>[^ /]+)/(?P<server>[^ ]+) is (?P<fault>going DOWN|DOWN|UP)[ ,.]\C*)"#,
      #"(?P<state>(?:backend|proxy) '?(?P<backend>[^ ']+)'? has (?P<fault>no server available)!)"#,
      #"(?P<state>Connect from (?P<client>[^ ]+) to [^ ]+ \((?P<frontend>[^/]+)/[A-Z]+\))"#,
    ]
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "backend"),
      FieldMapping(
        .severity,
        "status",
        "fault",
        "end",
        as: .http,
        values: [
          "C": "info", "c": "info", "S": "error", "s": "error", "P": "warning", "R": "error", "I": "error",
          "D": "warning", "U": "warning", "K": "warning", "L": "info",
          "DOWN": "warning", "going DOWN": "warning", "UP": "info", "no server available": "critical",
          "-": "warning",
        ]
      ),
      FieldMapping(.status, "status"),
      FieldMapping(.attempt, "retries", as: .retries),
    ]
    mapping.keep = ["retries"]
    mapping.logMessage = ["request", "state"]
    mapping.request = ["request"]
    return StreamFormat(
      mapping,
      shape: "`CLIENT [TIME] FRONTEND BACKEND/SERVER TIMERS STATUS BYTES … \"METHOD PATH PROTOCOL\"`",
      example: #"""
        10.0.1.2:33317 [06/Feb/2009:12:14:14.655] http-in static/srv1 10/0/30/-1/109 503 2750 - - SH-- 1\#
        /1/1/1/0 0/0 {1wt.eu} {} "GET /index.html HTTP/1.1"
        """#,
      becomes: #"""
        {"time":"2009-02-06T12:14:14.655Z","origin":"static","severity":"error","status":503,"atte\#
        mpt":1,"message":"GET /index.html HTTP/1.1","attributes":{"request":"GET /index.html HTTP/\#
        1.1","route":"/index.html","client":"10.0.1.2:33317","frontend":"http-in","server":"srv1",\#
        "timers":"10/0/30/-1/109","bytes":"2750","state":"SH--","fault":"S","connections":"1/1/1/1\#
        /0","retries":"0","queues":"0/0","headers":"1wt.eu","method":"GET"}}
        """#,
      .proven(
        by: "HAProxy 2.6.12",
        source: "HAProxy Configuration Manual, “HTTP log format”, “TCP log format”; lnav's logfile_haproxy.0"
      )
    )
  }
}
