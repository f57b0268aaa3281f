internal import Records

extension StreamFormat {
  /// Access logs of AWS's load balancers: a 5xx response is an error, a 4xx response a warning.
  static var loadBalancer: StreamFormat {
    let times = #"(?P<requestTime>-?[\d.]+) (?P<targetTime>-?[\d.]+) (?P<responseTime>-?[\d.]+) "#
    let sides = #"(?P<client>[^ ]+:\d+) (?:-|(?P<target>[^ ]+)) "#
    let response =
      #"(?:-|(?P<status>\d{3})) (?:-|0|(?P<targetStatus>\d{3})) (?P<received>\d+) (?P<sent>\d+) "#
    let request = #""(?P<request>[^"]*)" "(?P<agent>[^"]*)" (?:-|(?P<cipher>[^ ]+)) (?:-|(?P<tls>[^ ]+))"#
    let time = #"(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z) "#
    var mapping = Mapping(name: "elb")
    mapping.summary = "access logs of AWS's load balancers (ALB, classic ELB)"
    mapping.text = TextMapping(
      #"(?P<kind>https?|h2|grpcs?|wss?) "# + time + #"(?P<balancer>[^ ]+) "# + sides + times + response
        + request
        + #" (?:-|(?P<group>[^ ]+)) "(?:-|(?P<trace>(?:Self=[^";]*;)?Root=(?P<root>[^";]*)[^"]*|[^"]*))" "(?:-|(?P<domain>[^"]*))" "(?:-|[^"]*)" (?:-|(?P<rule>\d+)) [^ ]+ "(?:-|(?P<actions>[^"]*))" "[^"]*" "(?:-|(?P<reason>[^"]*))"(?: (?P<rest>\C*))?$"#,
      time + #"(?P<balancer>[^ ]+) "# + sides + times + response + request + "(?: (?P<rest>\\C*))?$",
      continued: TextMapping.Continuation.none)
    mapping.fields = [
      FieldMapping(.time, "time"),
      FieldMapping(.origin, "balancer"),
      FieldMapping(.severity, "status", as: .http),
      FieldMapping(.status, "status"),
      FieldMapping(.code, "reason"),
      FieldMapping(.operation, "root"),
    ]
    mapping.logMessage = ["request"]
    mapping.request = ["request"]
    return StreamFormat(
      mapping,
      shape: "`TYPE TIME BALANCER CLIENT TARGET … STATUS … \"METHOD URL PROTOCOL\" \"AGENT\" …`",
      example: #"""
        http 2018-11-30T22:23:00.186641Z app/my-loadbalancer/50dc6c495c0c9188 192.168.131.39:2817 - 0.00\#
        0 0.001 0.000 502 - 34 366 "GET http://www.example.com:80/ HTTP/1.1" "curl/7.46.0" - - arn:aws:e\#
        lasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067 "Root=1-58337\#
        364-23a8c76965a2ef7629b185e3" "-" "-" 0 2018-11-30T22:22:48.364000Z "forward" "-" "LambdaInvalid\#
        Response" "-" "-" "-" "-"
        """#,
      becomes: #"""
        {"time":"2018-11-30T22:23:00.186641Z","origin":"app/my-loadbalancer/50dc6c495c0c9188","sev\#
        erity":"error","status":502,"code":"LambdaInvalidResponse","operation":"1-58337364-23a8c76\#
        965a2ef7629b185e3","message":"GET http://www.example.com:80/ HTTP/1.1","attributes":{"requ\#
        est":"GET http://www.example.com:80/ HTTP/1.1","route":"/","kind":"http","client":"192.168\#
        .131.39:2817","requestTime":"0.000","targetTime":"0.001","responseTime":"0.000","received"\#
        :"34","sent":"366","agent":"curl/7.46.0","group":"arn:aws:elasticloadbalancing:us-east-2:1\#
        23456789012:targetgroup/my-targets/73e2d6bc24d8a067","trace":"Root=1-58337364-23a8c76965a2\#
        ef7629b185e3","rule":"0","actions":"forward","rest":"\"-\" \"-\" \"-\" \"-\""}}
        """#,
      .documented("AWS: “Access logs for your Application Load Balancer”, “… for your Classic Load Balancer”")
    )
  }
}
