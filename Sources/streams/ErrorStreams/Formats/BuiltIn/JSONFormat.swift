internal import Records

extension StreamFormat {
  /// Loggers without a format of their own: slog, zap, zerolog, winston, Monolog, Datadog, pino without
  /// process members.
  static var json: StreamFormat {
    var mapping = Mapping(name: "json")
    mapping.summary = "JSON lines of other loggers, with the usual member names"
    mapping.markers = Mapping.Markers(
      any: [
        [
          "level", "lvl", "severity", "levelname", "level_name", "loglevel", "log_level", "severity_text",
          "log.level", "info.level", "log_level.name", "ddsource", "dd.trace_id",
        ],
        ["msg", "message", "short_message", "text", "error", "err", "info.msg", "log_text", "log_format"],
      ],
      none: ["underlying", "payload"]
    )
    mapping.fields = [
      FieldMapping(
        .time, "time", "timestamp", "@timestamp", "ts", "datetime", "date", "eventTime", "t",
        "created", "info.ts", "log_time", as: .epoch),
      FieldMapping(
        .origin, "logger", "logger_name", "name", "component", "channel", "caller", "service", "service.name",
        "log_namespace"),
      FieldMapping(
        .severity, "level", "lvl", "severity", "levelname", "level_name", "loglevel", "log_level",
        "severity_text", "log.level", "info.level", "log_level.name", "status", as: .level),
      FieldMapping(
        .type, "error.type", "error.kind", "error.name", "err.type", "err.name", "exception.type",
        "exception.class", "context.exception.class", "errorType", "error_type", "exception_class",
        "log_failure.type.__name__", "type"),
      FieldMapping(.code, "error.code", "err.code", "exception.code", "errorCode", "error_code", "code"),
      FieldMapping(
        .status, "status", "statusCode", "status_code", "http.status_code", "http.response.status_code",
        as: .http),
      FieldMapping(
        .message, "error.message", "err.message", "exception.message", "context.exception.message",
        "errorMessage", "error_message", "error", "err", "exc", "cause"),
      FieldMapping(.operation, "operation", "dd.trace_id"),
      FieldMapping(.attempt, "attempt"),
    ]
    mapping.appleErrors = ["error", "message", "msg"]
    mapping.stack = [
      "error.stack", "err.stack", "error.stack_trace", "exception.stacktrace", "stack_trace", "stacktrace",
      "stackTrace", "stack", "exception", "exc_info", "full_message",
    ]
    mapping.chain = Mapping.ChainMapping(
      from: ["exception"], isRootFirst: false,
      [FieldMapping(.type, "exc_type"), FieldMapping(.message, "exc_value")])
    mapping.logMessage = ["msg", "message", "short_message", "text", "info.msg", "log_text", "log_format"]
    return StreamFormat(
      mapping,
      example: #"""
        {"time":"2026-11-21T01:41:19.483+01:00","level":"ERROR","msg":"charge failed",\#
        "err":"upstream timed out","order":42}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483+01:00","severity":"error","message":"upstream timed out",\#
        "attributes":{"msg":"charge failed","order":42}}
        """#,
      .proven(
        by: "Caddy 2.6.2, Prometheus 2.42.0, RabbitMQ 3.10.8",
        source: "Go's log/slog JSONHandler"
      )
    )
  }
}
