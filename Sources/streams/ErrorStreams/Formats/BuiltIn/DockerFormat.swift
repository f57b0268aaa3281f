internal import Records

extension StreamFormat {
  /// The json-file driver, also on Kubernetes nodes without containerd: each line of a container's output.
  static var docker: StreamFormat {
    var mapping = Mapping(name: "docker")
    mapping.summary = "Docker's json-file driver"
    mapping.markers = Mapping.Markers(["log", "stream", "time"])
    mapping.fields = [FieldMapping(.time, "time")]
    mapping.appleErrors = ["log"]
    mapping.inner = "log"
    mapping.stack = ["log"]
    mapping.logMessage = ["log"]
    return StreamFormat(
      mapping,
      wrapping: .docker,
      example: #"""
        {"log":"{\"level\":50,\"time\":1795225279537,\"pid\":17,\"hostname\":\"web-1\",\#
        \"msg\":\"charge failed\"}\n","stream":"stderr","time":"2026-11-21T01:41:19.538123456Z"}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19.537Z","severity":"error","message":"charge failed",\#
        "attributes":{"pid":17,"hostname":"web-1","stream":"stderr","time":"2026-11-21T01:41:19.53812345\#
        6Z"}}
        """#,
      .documented("https://docs.docker.com/engine/logging/drivers/json-file/")
    )
  }
}
