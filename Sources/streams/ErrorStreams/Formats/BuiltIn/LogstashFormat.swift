internal import Records

extension StreamFormat {
  /// logstash-logback-encoder, and other loggers with logstash's `@timestamp` and `@version`.
  static var logstash: StreamFormat {
    var mapping = Mapping(name: "logstash")
    mapping.summary = "logstash-logback-encoder and other logstash JSON"
    mapping.markers = Mapping.Markers(["@timestamp", "@version"])
    mapping.fields = [
      FieldMapping(.time, "@timestamp"),
      FieldMapping(.origin, "logger_name", "logger", "path"),
      FieldMapping(.severity, "level", "log_level", "severity"),
      FieldMapping(.type, "throwable_class", "exception.exception_class"),
      FieldMapping(.message, "throwable_message", "exception.exception_message"),
    ]
    mapping.stack = ["stack_trace", "exception.stacktrace", "stack_info"]
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      example: #"""
        {"@timestamp":"2026-11-21T01:41:19.483Z","@version":"1","message":"charge failed",\#
        "logger_name":"shop.Pay","thread_name":"main","level":"ERROR","level_value":40000,\#
        "stack_trace":"shop.PayException: no answer\n\tat shop.Pay.charge(Pay.java:12)\nCaused by: java.\#
        net.ConnectException: refused\n\t... 1 more"}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"shop.Pay","severity":"error",\#
        "type":"shop.PayException","message":"no answer","underlying":[{"type":"java.net.ConnectExceptio\#
        n","message":"refused"}],"attributes":{"@version":"1","message":"charge failed",\#
        "thread_name":"main","level_value":40000,"stack_trace":"shop.PayException: no answer\n\tat shop.\#
        Pay.charge(Pay.java:12)\nCaused by: java.net.ConnectException: refused\n\t... 1 more"}}
        """#,
      .documented("https://github.com/logfellow/logstash-logback-encoder, README")
    )
  }
}
