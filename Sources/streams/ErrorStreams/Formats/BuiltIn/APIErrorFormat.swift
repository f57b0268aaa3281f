internal import Records

extension StreamFormat {
  /// Answers of APIs that failed: an object `error` with type, code or message, JSON-RPC's, and results of MCP's tools.
  static var apiError: StreamFormat {
    var mapping = Mapping(name: "api-error")
    mapping.summary = "errors of APIs, as answered: HTTP APIs, OAuth, JSON-RPC, tools of MCP"
    mapping.markers = Mapping.Markers(
      any: [
        [
          "error.message", "error.type", "error.code", "error.reason", "error_description", "jsonrpc",
          "isError",
        ]
      ],
      none: ["level", "lvl", "levelname", "severity", "underlying", "payload"])
    // Google's `RESOURCE_EXHAUSTED`, OAuth's `invalid_grant`.
    mapping.extract = [
      Mapping.Extraction(from: ["error.status", "error"], pattern: #"^(?P<word>[A-Za-z][A-Za-z0-9_]*)$"#)
    ]
    mapping.fields = [
      FieldMapping(.time, "time", "timestamp", "@timestamp", "ts", "date", "datetime", as: .epoch),
      FieldMapping(.origin, "service", "service.name", "logger", "component"),
      FieldMapping(
        .severity, "result.isError", "isError", values: ["true": "error", "false": "info"],
        default: "error", where: "error"),
      FieldMapping(.type, "error.type", "error.name", "error.data.type", "error.data.name"),
      FieldMapping(.code, "word", "error.code"),
      FieldMapping(
        .status, "status", "statusCode", "status_code", "http_status", "error.status", "error.statusCode",
        "error.data.status", "error.code", as: .http),
      FieldMapping(.message, "error.message", "error.reason", "error.detail", "error_description"),
      FieldMapping(.retryAfter, "retry_after", "retryAfter", "error.retry_after", "error.data.retry_after"),
      FieldMapping(
        .operation, "operation", "idempotency_key", "idempotencyKey", "job_id", "task_id", "trace_id",
        "traceId"),
      FieldMapping(.attempt, "attempt"),
    ]
    mapping.logMessage = ["result.content", "content", "message", "msg", "error"]
    mapping.request = ["request", "path", "uri", "request_uri", "url"]
    mapping.errors = Mapping.ErrorCondition(or: [.type, .code])
    return StreamFormat(
      mapping,
      example: #"""
        {"time":"2026-11-21T01:41:19.483Z","status":429,"error":{"type":"requests","code":"rate_limit_exc\#
        eeded","message":"Rate limit reached"},"model":"small"}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","severity":"error","type":"requests","code":"rate_limit_exceed\#
        ed","status":429,"message":"Rate limit reached","attributes":{"error":{"type":"requests","code":\#
        "rate_limit_exceeded","message":"Rate limit reached"},"model":"small"}}
        """#,
      .documented(
        "JSON-RPC 2.0, “Error object”; Model Context Protocol, “Tools”; Google, AIP-193; RFC 6749 section 5.2"
      )
    )
  }
}
