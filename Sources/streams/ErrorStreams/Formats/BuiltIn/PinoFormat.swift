internal import Records

extension StreamFormat {
  /// pino: Bunyan's levels as numbers or words, times in milliseconds.
  static var pino: StreamFormat {
    var mapping = Mapping(name: "pino")
    mapping.summary = "pino"
    mapping.markers = Mapping.Markers(["level", "time", "pid", "hostname"], none: ["v"])
    mapping.fields = [
      FieldMapping(.time, "time", as: .epoch),
      FieldMapping(.origin, "name", "service.name"),
      FieldMapping(.severity, "level", as: .bunyan),
      FieldMapping(.type, "err.type", "err.name", "error.type", "error.name"),
      FieldMapping(.code, "err.code", "error.code"),
      FieldMapping(.status, "err.statusCode", "err.status", "res.statusCode"),
      FieldMapping(.message, "err.message", "error.message", "err", "error", "exc", "cause"),
    ]
    mapping.stack = ["err.stack", "error.stack"]
    mapping.logMessage = ["msg", "message"]
    return StreamFormat(
      mapping,
      example: #"""
        {"level":50,"time":1795225279537,"pid":17,"hostname":"web-1","err":{"type":"TimeoutError",\#
        "message":"upstream timed out","stack":"TimeoutError: upstream timed out\n    at charge (pay.js:\#
        12:9)","code":"ETIMEDOUT"},"msg":"charge failed"}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.537Z","severity":"error","type":"TimeoutError","code":"ETIMEDOUT",\#
        "message":"upstream timed out","attributes":{"pid":17,"hostname":"web-1",\#
        "err":{"type":"TimeoutError","message":"upstream timed out","stack":"TimeoutError: upstream time\#
        d out\n    at charge (pay.js:12:9)","code":"ETIMEDOUT"},"msg":"charge failed"}}
        """#,
      .documented("https://github.com/pinojs/pino, docs/api.md; lnav's logfile_pino.0")
    )
  }
}
