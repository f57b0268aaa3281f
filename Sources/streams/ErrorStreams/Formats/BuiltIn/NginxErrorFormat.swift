internal import Records

extension StreamFormat {
  /// A failed try, and the warning that its server is left out for a time, are one failure.
  static var nginxError: StreamFormat {
    var mapping = Mapping(
      logger: "nginx-error", "nginx's error log",
      #"(?P<time>\d{4}/\d\d/\d\d \d\d:\d\d:\d\d) \[(?P<level>[a-z]+)\] (?P<pid>\d+)#(?P<tid>\d+): (?:\*(?P<connection>\d+) )?(?P<message>(?P<disabled>upstream server temporarily disabled )?\C*?)(?:, client: (?P<client>[^,]*))?(?:, server: (?P<server>[^,]*))?(?:, request: "(?P<request>(?:(?P<method>[A-Z]+) )?[^"]*)")?(?:, upstream: "(?P<upstream>[^"]*)")?(?:, host: "(?P<host>[^"]*)")?(?:, referrer: "(?P<referrer>[^"]*)")?$"#
    )
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.severity, "level"),
      FieldMapping(.origin, "server", default: "nginx"),
    ]
    mapping.request = ["request"]
    mapping.like = "nginx-error"
    mapping.drop = ["disabled"]
    mapping.failures = Mapping.FailurePaths(
      trace: "connection", span: "upstream", parent: "parent", ofSpan: "pid", untold: "disabled",
      mark: ": *")
    return StreamFormat(
      mapping,
      shape: "`TIME [LEVEL] PID#TID: *CONNECTION message, client: …`",
      example: #"""
        2026/11/22 06:28:39 [error] 12813#12813: *2 connect() failed (111: Connection refused) while con\#
        necting to upstream, client: 127.0.0.1, server: shop.example, request: "GET /pay?order=42 HTTP/1\#
        .1", upstream: "http://127.0.0.1:9/pay?order=42", host: "shop.example"
        """#,
      becomes: #"""
        {"time":"2026-11-22T06:28:39Z","severity":"error","origin":"shop.example","message":"conne\#
        ct() failed (111: Connection refused) while connecting to upstream","attributes":{"request\#
        ":"GET /pay?order=42 HTTP/1.1","route":"/pay","pid":"12813","tid":"12813","connection":"2"\#
        ,"client":"127.0.0.1","method":"GET","upstream":"http://127.0.0.1:9/pay?order=42","host":"shop.example"}}
        """#,
      .made("Tests/Fixtures/streams/make-texts.sh (nginx)")
    )
  }
}
