internal import Records

extension StreamFormat {
  /// Bunyan (node-bunyan, "Core fields"): levels 10 to 60.
  static var bunyan: StreamFormat {
    var mapping = Mapping(name: "bunyan")
    mapping.summary = "Bunyan"
    mapping.markers = Mapping.Markers(["v", "level", "hostname", "pid", "msg"])
    mapping.fields = [
      FieldMapping(.time, "time", as: .epoch),
      FieldMapping(.origin, "name"),
      FieldMapping(.severity, "level", as: .bunyan),
      FieldMapping(.type, "err.type", "err.name", "error.type", "error.name"),
      FieldMapping(.code, "err.code", "error.code"),
      FieldMapping(.status, "err.statusCode", "err.status", "res.statusCode"),
      FieldMapping(.message, "err.message", "error.message", "err", "error"),
    ]
    mapping.stack = ["err.stack", "error.stack"]
    mapping.logMessage = ["msg"]
    return StreamFormat(
      mapping,
      example: #"""
        {"name":"shop","hostname":"web-1","pid":7,"level":50,"err":{"message":"upstream timed out",\#
        "name":"TimeoutError","stack":"TimeoutError: upstream timed out\n    at charge (pay.js:12:9)",\#
        "code":"ETIMEDOUT"},"msg":"charge failed","time":"2026-11-22T02:22:32.518Z","v":0}
        """#,
      becomes: #"""
        {"time":"2026-11-22T02:22:32.518Z","origin":"shop","severity":"error","type":"TimeoutError",\#
        "code":"ETIMEDOUT","message":"upstream timed out","attributes":{"hostname":"web-1","pid":7,\#
        "err":{"message":"upstream timed out","name":"TimeoutError","stack":"TimeoutError: upstream time\#
        d out\n    at charge (pay.js:12:9)","code":"ETIMEDOUT"},"msg":"charge failed","v":0}}
        """#,
      .documented("https://github.com/trentm/node-bunyan, “Log Record Fields”; lnav's logfile_bunyan.0")
    )
  }
}
