internal import RuleEngine

extension StreamFormat {
  /// Access logs of Apache, nginx and many others in the common and the combined form: a response of 5xx is an error, of 4xx a
  /// warning.
  static var access: StreamFormat {
    var mapping = Mapping(name: "access")
    mapping.summary = "access logs, common and combined"
    mapping.text = TextMapping(
      #"(?:(?P<vhost>[^ ]+:\d+) )?(?P<client>[^ ]+) (?P<ident>[^ ]+) (?P<user>[^ ]+) \[(?P<time>[^\]]+)\] "(?P<request>[^"]*)" (?P<status>\d{3}) (?P<bytes>\d+|-)(?: "(?P<referrer>[^"]*)" "(?P<agent>[^"]*)")?(?: (?P<rest>\C*))?$"#
    )
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "vhost", default: "http"),
      FieldMapping(.severity, "status", as: .http),
      FieldMapping(.status, "status"),
      FieldMapping(.operation, "request"),
    ]
    mapping.logMessage = ["request"]
    mapping.text?.continued = TextMapping.Continuation.none
    return StreamFormat(
      mapping,
      shape: "`ADDRESS - USER [TIME] \"METHOD PATH PROTOCOL\" STATUS BYTES \"REFERRER\" \"AGENT\"`",
      example: #"""
        10.0.0.7 - - [21/Nov/2026:01:41:19 +0000] "POST /pay HTTP/1.1" 503 197 "-" "curl/8.5.0"
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19+00:00","origin":"http","severity":"error","status":503,"operation":\#
        "POST /pay HTTP/1.1","message":"POST /pay HTTP/1.1","attributes":{"client":"10.0.0.7","ident":"-\#
        ","user":"-","bytes":"197","referrer":"-","agent":"curl/8.5.0"}}
        """#,
      .documented("https://httpd.apache.org/docs/2.4/logs.html#accesslog; nginx, log_format combined")
    )
  }
}
