internal import RuleEngine

extension StreamFormat {
  /// nginx's error log.
  static var nginxError: StreamFormat {
    var mapping = Mapping(name: "nginx-error")
    mapping.summary = "nginx's error log"
    mapping.text = TextMapping(
      #"(?P<time>\d{4}/\d\d/\d\d \d\d:\d\d:\d\d) \[(?P<level>[a-z]+)\] (?P<pid>\d+)#(?P<tid>\d+): (?:\*(?P<connection>\d+) )?(?P<message>\C*?)(?:, client: (?P<client>[^,]*))?(?:, server: (?P<server>[^,]*))?(?:, request: "(?P<request>[^"]*)")?(?:, upstream: "(?P<upstream>[^"]*)")?(?:, host: "(?P<host>[^"]*)")?(?:, referrer: "(?P<referrer>[^"]*)")?$"#
    )
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.severity, "level"),
      FieldMapping(.origin, "server", default: "nginx"),
      FieldMapping(.operation, "request"),
    ]
    mapping.stack = ["more"]
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      shape: "`TIME [LEVEL] PID#TID: *CONNECTION message, client: …`",
      example: #"""
        2026/11/21 01:41:19 [error] 17#17: *3 connect() failed (111: Connection refused) while connectin\#
        g to upstream, client: 10.0.0.7, server: shop.example, request: "GET /pay HTTP/1.1", upstream: "\#
        http://127.0.0.1:8080/pay", host: "shop.example"
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19Z","severity":"error","origin":"shop.example","operation":"GET /pay \#
        HTTP/1.1","message":"connect() failed (111: Connection refused) while connecting to upstream","a\#
        ttributes":{"pid":"17","tid":"17","connection":"3","client":"10.0.0.7","upstream":"http://127.0.\#
        0.1:8080/pay","host":"shop.example"}}
        """#,
      .documented("nginx 1.x, src/core/ngx_log.c and src/http/ngx_http_request.c")
    )
  }
}
