internal import Records

extension StreamFormat {
  /// The common and combined formats: a 5xx response is an error, a 4xx response a warning.
  static var access: StreamFormat {
    var mapping = Mapping(name: "access")
    mapping.summary = "access logs, common and combined"
    mapping.text = TextMapping(
      #"(?:(?P<vhost>[^ ]+:\d+) |\[httpd\] )?(?P<client>[^ ]+) (?P<ident>[^ ]+) (?P<user>[^ ]+) \[(?P<time>[^\]]+)\] "(?P<request>(?:[^"\\]|\\.)*)" (?P<status>\d{3}) (?P<bytes>\d+|-)(?: "(?P<referrer>(?:[^"\\]|\\.)*)" "(?P<agent>(?:[^"\\]|\\.)*)")?(?: (?P<rest>\C*))?$"#
    )
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "vhost", default: "http"),
      FieldMapping(.severity, "status", as: .http),
      FieldMapping(.status, "status"),
    ]
    mapping.logMessage = ["request"]
    mapping.request = ["request"]
    mapping.text?.continued = TextMapping.Continuation.none
    return StreamFormat(
      mapping,
      shape: "`ADDRESS - USER [TIME] \"METHOD PATH PROTOCOL\" STATUS BYTES \"REFERRER\" \"AGENT\"`",
      example: #"""
        127.0.0.1 - - [22/Nov/2026:06:28:39 +0000] "GET /pay?order=42 HTTP/1.1" 502 157 "-" "curl/7.88.1\#
        "
        """#,
      becomes: #"""
        {"time":"2026-11-22T06:28:39Z","origin":"http","severity":"error","status":502,"message":"\#
        GET /pay?order=42 HTTP/1.1","attributes":{"request":"GET /pay?order=42 HTTP/1.1","route":"\#
        /pay","client":"127.0.0.1","ident":"-","user":"-","bytes":"157","referrer":"-","agent":"cu\#
        rl/7.88.1"}}
        """#,
      .made("Tests/Fixtures/streams/make-texts.sh (nginx)")
    )
  }
}
