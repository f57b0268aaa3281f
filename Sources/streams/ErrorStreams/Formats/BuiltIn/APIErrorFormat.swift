internal import Records

extension StreamFormat {
  /// Answers of APIs that failed: an object `error` with type, code or message, JSON-RPC's, results of MCP's tools,
  /// GraphQL's list `errors`, and what web frameworks answer: status, reason (`error`) and a path or a message.
  static var apiError: StreamFormat {
    var mapping = Mapping(name: "api-error")
    mapping.summary =
      "errors of APIs, as answered: HTTP APIs, OAuth, JSON-RPC, tools of MCP, GraphQL, web frameworks"
    let certain = [
      "error.message", "error.type", "error.code", "error.reason", "error_description", "jsonrpc", "isError",
      "errors.0.message", "__type", "Error.Code",
    ]
    // Spring Boot's `timestamp`, `status`, `error` and `path`; `statusCode`, `error` and `message` of frameworks of Node.js.
    mapping.markers = Mapping.Markers(
      any: [
        ["error"] + certain, ["status", "statusCode"] + certain, ["timestamp", "statusCode"] + certain,
        ["path", "message"] + certain,
      ],
      none: ["level", "lvl", "levelname", "severity", "underlying", "payload"])
    // Google's `RESOURCE_EXHAUSTED`, OAuth's `invalid_grant`.
    mapping.extract = [
      Mapping.Extraction(from: ["error.status", "error"], pattern: #"^(?P<word>[A-Za-z][A-Za-z0-9_]*)$"#),
      // GraphQL's first error is the error.
      Mapping.Extraction(from: ["errors.0.message"], pattern: #"^(?P<error>\C+)"#),
    ]
    mapping.fields = [
      FieldMapping(.time, "time", "timestamp", "@timestamp", "ts", "date", "datetime", as: .epoch),
      FieldMapping(.origin, "service", "service.name", "logger", "component"),
      FieldMapping(
        .severity, "result.isError", "isError", values: ["true": "error", "false": "info"],
        default: "error", where: "error"),
      FieldMapping(.type, "error.type", "error.name", "error.data.type", "error.data.name", "exception"),
      // AWS's `__type`; botocore's `response` of a ClientError.
      FieldMapping(.code, "errors.0.extensions.code", "word", "error.code", "code", "__type", "Error.Code"),
      FieldMapping(
        .status, "status", "statusCode", "status_code", "http_status", "error.status", "error.statusCode",
        "error.data.status", "error.code", "errors.0.extensions.http.status", "errors.0.extensions.status",
        "errors.0.status", "ResponseMetadata.HTTPStatusCode", as: .http),
      FieldMapping(
        .message, "error.message", "error.reason", "error.detail", "error_description", "Error.Message"),
      FieldMapping(.retryAfter, "retry_after", "retryAfter", "error.retry_after", "error.data.retry_after"),
      FieldMapping(
        .operation, "operation", "idempotency_key", "idempotencyKey", "job_id", "task_id", "trace_id",
        "traceId"),
      FieldMapping(.attempt, "attempt"),
    ]
    // Spring Boot's.
    mapping.stack = ["trace"]
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
        "JSON-RPC 2.0, “Error object”; Model Context Protocol, “Tools”; Google, AIP-193; RFC 6749 section 5.2; GraphQL, “Errors”; Spring Boot, DefaultErrorAttributes"
      )
    )
  }
}
