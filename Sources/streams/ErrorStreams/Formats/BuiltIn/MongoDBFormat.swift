internal import Records

extension StreamFormat {
  /// Structured logs of MongoDB 4.4 and later.
  static var mongodb: StreamFormat {
    var mapping = Mapping(name: "mongodb")
    mapping.summary = "MongoDB's structured log"
    mapping.markers = Mapping.Markers(["t.$date", "s", "c", "msg"])
    mapping.fields = [
      FieldMapping(.time, "t.$date"),
      FieldMapping(.origin, "c"),
      FieldMapping(
        .severity,
        "s",
        values: [
          "F": "fatal", "E": "error", "W": "warning", "I": "info", "D1": "debug", "D2": "debug",
          "D3": "debug",
          "D4": "debug", "D5": "debug",
        ]
      ),
      FieldMapping(.type, "attr.error.codeName"),
      FieldMapping(.code, "attr.error.code"),
      FieldMapping(.message, "attr.error.errmsg", "attr.error"),
    ]
    mapping.logMessage = ["msg"]
    mapping.attributes = ["attr"]
    mapping.drop = ["t"]
    mapping.errors = Mapping.ErrorCondition(atLeast: .warning, or: [])
    return StreamFormat(
      mapping,
      example: #"""
        {"t":{"$date":"2026-11-21T01:41:19.483+00:00"},"s":"E","c":"NETWORK","id":4712102,"ctx":"conn7",\#
        "msg":"Host failed in replica set","attr":{"replicaSet":"rs0","error":{"code":6,\#
        "codeName":"HostUnreachable","errmsg":"Connection refused"}}}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.483Z","origin":"NETWORK","severity":"error","type":"HostUnreachable",\#
        "code":6,"message":"Connection refused","attributes":{"id":4712102,"ctx":"conn7",\#
        "msg":"Host failed in replica set","replicaSet":"rs0","error":{"code":6,\#
        "codeName":"HostUnreachable","errmsg":"Connection refused"}}}
        """#,
      .documented("https://www.mongodb.com/docs/manual/reference/log-messages/, “Structured Logging”")
    )
  }
}
