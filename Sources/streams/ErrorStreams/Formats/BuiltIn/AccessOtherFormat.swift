internal import Records

extension StreamFormat {
  /// Access logs with layouts of their own: Squid's, and the request lines of uWSGI.
  static var accessOther: StreamFormat {
    var mapping = Mapping(name: "access-other")
    mapping.summary = "access logs of Squid, uWSGI and uvicorn"
    mapping.text = TextMapping(
      #"(?P<time>\d{9,10}\.\d{3}) +(?P<duration>\d+) (?P<client>[^ ]+) (?P<result>[A-Z_]+)/(?P<status>\d{3}) (?P<bytes>\d+) (?P<request>[A-Z_]+ [^ ]+) (?P<user>[^ ]+) (?P<hierarchy>[A-Z_]+/[^ ]+) (?P<mime>[^ ]+)"#,
      #"\[pid: (?P<pid>\d+)\|app: (?P<app>[^|]+)\|req: (?P<number>[^\]]+)\] (?P<client>[^ ]+) \((?P<user>[^)]*)\) \{[^}]*\} \[(?P<time>[^\]]+)\] (?P<request>[A-Z]+ [^ ]+) => generated (?P<bytes>\d+) bytes in (?P<duration>\d+ [a-z]+) \((?P<protocol>HTTP/[\d.]+) (?P<status>\d{3})\)"#,
      // uvicorn's lines without a level, as gunicorn's workers write them.
      #"(?P<client>\d[^ ]*:\d+|\[[0-9a-f:]+\]:\d+) - "(?P<request>[A-Z]+ [^ "]+) (?P<protocol>HTTP/[\d.]+)" (?P<status>\d{3})(?: (?P<reason>[A-Z][A-Za-z -]*))?$"#,
      continued: TextMapping.Continuation.none)
    mapping.fields = [
      FieldMapping(.time, "time", as: .epoch),
      FieldMapping(.origin, default: "http"),
      FieldMapping(.severity, "status", as: .http),
      FieldMapping(.status, "status"),
    ]
    mapping.logMessage = ["request"]
    mapping.request = ["request"]
    return StreamFormat(
      mapping,
      shape:
        "`SECONDS DURATION CLIENT RESULT/STATUS BYTES METHOD URL …`, `[pid: PID|…] CLIENT … [TIME] METHOD PATH => … (PROTOCOL STATUS)`, `CLIENT - \"METHOD PATH PROTOCOL\" STATUS`",
      example: #"""
        1795225279.483     12 10.0.1.2 TCP_MISS/503 3434 GET http://shop.example/pay - HIER_DIRECT/10.0.\#
        2.1 text/html
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"http","severity":"error","status":503,"message":"GE\#
        T http://shop.example/pay","attributes":{"request":"GET http://shop.example/pay","route":"/pay",\#
        "duration":"12","client":"10.0.1.2","result":"TCP_MISS","bytes":"3434","user":"-","hierarchy":"H\#
        IER_DIRECT/10.0.2.1","mime":"text/html"}}
        """#,
      .proven(
        by: "Squid 5.7, uWSGI 2.0.21",
        source: "their logs of 2026-11-27"
      )
    )
  }
}
