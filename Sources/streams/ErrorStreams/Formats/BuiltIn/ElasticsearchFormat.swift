internal import Records

extension StreamFormat {
  /// The JSON logs of Elasticsearch 7 and OpenSearch; since version 8 they are `ecs`. `type` names the log, not the
  /// error; the level DEPRECATION is below WARN.
  static var elasticsearch: StreamFormat {
    var mapping = Mapping(name: "elasticsearch")
    mapping.summary = "Elasticsearch 7 and OpenSearch as JSON"
    mapping.markers = Mapping.Markers(
      ["type", "timestamp", "level", "component"], any: [["node.name", "cluster.name"]])
    mapping.fields = [
      FieldMapping(.time, "timestamp"),
      FieldMapping(.origin, "component"),
      FieldMapping(.severity, "level", values: ["DEPRECATION": "notice"]),
      FieldMapping(.type, "error.type"),
      FieldMapping(.message, "error.message"),
    ]
    mapping.stack = ["stacktrace"]
    mapping.logMessage = ["message"]
    return StreamFormat(
      mapping,
      lines: SpreadObjectParser(),
      example: #"""
        {"type":"server","timestamp":"2024-06-10T12:35:25,456Z","level":"ERROR","component":"o.e.b.Elast\#
        icsearchUncaughtExceptionHandler","cluster.name":"shop","node.name":"node-1","message":"uncaugh\#
        t exception in thread [main]","stacktrace":["org.elasticsearch.bootstrap.StartupException: bad n\#
        ode lock",
        "at org.elasticsearch.bootstrap.Elasticsearch.init(Elasticsearch.java:173)"]}
        """#,
      becomes: #"""
        {"time":"2024-06-10T12:35:25.456Z","origin":"o.e.b.ElasticsearchUncaughtExceptionHandler","sever\#
        ity":"error","type":"org.elasticsearch.bootstrap.StartupException","message":"bad node lock","at\#
        tributes":{"type":"server","cluster.name":"shop","node.name":"node-1","message":"uncaught except\#
        ion in thread [main]","stacktrace":["org.elasticsearch.bootstrap.StartupException: bad node lock\#
        ", "at org.elasticsearch.bootstrap.Elasticsearch.init(Elasticsearch.java:173)"]}}
        """#,
      .documented(
        "https://www.elastic.co/guide/en/elasticsearch/reference/7.17/logging.html; a log in GoogleCloudPlatform/ops-agent"
      )
    )
  }
}
