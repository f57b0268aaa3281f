internal import Records

extension Mapping {
  /// An access log without a layout of its own: the request in one of the usual members, and an id of the operation.
  mutating func readRequest() {
    logMessage = ["request", "path", "uri", "request_uri", "url"]
    request = logMessage
    keep = [
      "idempotency_key", "job_id", "task_id", "message_id", "trace_id", "traceId", "request_id", "requestId",
      "x_request_id", "x-request-id", "http_x_request_id", "correlation_id",
    ]
    var operation = FieldMapping(.operation)
    operation.from = keep
    fields.append(operation)
  }
}
