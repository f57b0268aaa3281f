internal import Records

extension StreamFormat {
  /// Google Cloud Logging entries (`gcloud logging read --format=json` prints an array of them; LogEntry, REST v2).
  static var googleCloud: StreamFormat {
    var mapping = Mapping(name: "gcp")
    mapping.summary = "Google Cloud Logging entries"
    mapping.markers = Mapping.Markers(any: [
      ["logName", "insertId"], ["jsonPayload", "textPayload", "protoPayload", "httpRequest"],
    ])
    mapping.fields = [
      FieldMapping(.time, "timestamp", "receiveTimestamp"),
      FieldMapping(.id, "insertId"),
      FieldMapping(
        .origin, "jsonPayload.serviceContext.service", "resource.labels.container_name",
        "resource.labels.service_name", "resource.labels.function_name", "logName"),
      FieldMapping(.severity, "severity"),
      FieldMapping(
        .type, "jsonPayload.error.type", "jsonPayload.error.name", "jsonPayload.err.type",
        "jsonPayload.err.name"),
      FieldMapping(.code, "jsonPayload.error.code", "jsonPayload.err.code"),
      FieldMapping(.status, "httpRequest.status"),
      FieldMapping(
        .message, "jsonPayload.error.message", "jsonPayload.err.message", "jsonPayload.error",
        "jsonPayload.err"),
      FieldMapping(.operation, "operation.id", "trace"),
    ]
    mapping.stack = [
      "jsonPayload.stack_trace", "jsonPayload.exception", "jsonPayload.error.stack", "jsonPayload.err.stack",
      "jsonPayload.stack", "jsonPayload.message", "textPayload",
    ]
    mapping.logMessage = [
      "jsonPayload.message", "jsonPayload.msg", "textPayload", "protoPayload.status.message",
    ]
    mapping.appleErrors = ["jsonPayload.message", "jsonPayload.msg", "textPayload"]
    mapping.inner = "textPayload"
    mapping.request = ["httpRequest.requestUrl", "protoPayload.methodName"]
    mapping.keep = ["trace"]
    return StreamFormat(
      mapping,
      example: #"""
        {"insertId":"k3a9","logName":"projects/p/logs/stderr","resource":{"type":"k8s_container",\#
        "labels":{"container_name":"shop"}},"timestamp":"2026-11-21T01:41:19.483Z","severity":"ERROR",\#
        "jsonPayload":{"message":"charge failed","stack_trace":"shop.PayException: no answer\n\tat shop.\#
        Pay.charge(Pay.java:12)"}}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","id":"k3a9","origin":"shop","severity":"error",\#
        "type":"shop.PayException","message":"no answer","attributes":{"logName":"projects/p/logs/stderr\#
        ","resource":{"type":"k8s_container","labels":{"container_name":"shop"}},\#
        "jsonPayload":{"message":"charge failed","stack_trace":"shop.PayException: no answer\n\tat shop.\#
        Pay.charge(Pay.java:12)"}}}
        """#,
      .documented("https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry")
    )
  }
}
