internal import Records

extension StreamFormat {
  /// The events of Docker's daemon and of Podman, as JSON. What the events before a failure tell is the member `failure`, as
  /// ContainerEvents puts it; an event without it is no error.
  static var containerEvents: StreamFormat {
    var mapping = Mapping(name: "container-events")
    mapping.summary = "docker events and podman events, as JSON: containers that end and restart"
    mapping.markers = Mapping.Markers(
      [Mapping.Marker("Type", types)], any: [["Action", "Status"], ["Actor", "Time", "timeNano"]])
    mapping.fields = [
      FieldMapping(.time, "timeNano", "Time", "time", as: .epoch),
      FieldMapping(.origin, "failure.origin", "up.origin"),
      FieldMapping(.severity, "failure.level", default: "error", where: "failure"),
      FieldMapping(.domain, "failure.domain"),
      FieldMapping(.code, "failure.code", as: .integer),
      FieldMapping(.operation, "failure.container", "up.container"),
      FieldMapping(.attempt, "failure.attempt", "up.attempt", as: .integer),
      FieldMapping(.message, "failure.message"),
    ]
    mapping.attributes = ["failure"]
    mapping.errors = Mapping.ErrorCondition(or: [.domain])
    mapping.completed = ["up"]
    mapping.drop = [
      "failure", "up", "status", "id", "from", "Image", "Type", "Action", "Actor", "scope", "time",
      "timeNano", "Time",
      "ID", "Name", "Status", "Attributes", "ContainerExitCode", "OOMKilled", "health_status",
    ]
    return StreamFormat(
      mapping,
      example: #"""
        {"status":"die","id":"c933f1ee","from":"shop/web:3","Type":"container","Action":"die",\#
        "Actor":{"ID":"c933f1ee","Attributes":{"com.docker.compose.service":"web","exitCode":"137",\#
        "image":"shop/web:3","name":"shop-web-1"}},"scope":"local","time":1796078255,\#
        "timeNano":1796078255569515789}
        """#,
      becomes: #"""
        {"time":"2026-11-30T22:37:35.569515Z","origin":"web","severity":"error","domain":"exit-code",\#
        "code":137,"operation":"shop-web-1","attempt":1,"message":"Exited with status 137 (SIGKILL)",\#
        "attributes":{"signal":"SIGKILL","image":"shop/web:3","restarts":0}}
        """#,
      .proven(by: "Docker 20.10.24, Podman 4.3.1", source: "docker-events(1), podman-events(1)")
    )
  }

  /// The events of the containers of a Compose file, as Docker Compose tells them.
  static var composeEvents: StreamFormat {
    var mapping = containerEvents.mapping
    mapping.name = "compose-events"
    mapping.summary = "docker compose events --json: containers of services that end and restart"
    mapping.markers = Mapping.Markers([
      Mapping.Marker("type", ["container"]), Mapping.Marker("action"), Mapping.Marker("id"),
      Mapping.Marker("service"), Mapping.Marker("attributes"),
    ])
    mapping.drop += ["type", "action", "service", "attributes"]
    return StreamFormat(
      mapping,
      example: #"""
        {"action":"die","attributes":{"execDuration":"3","exitCode":"137","image":"shop/web:3",\#
        "name":"shop-web-1"},"id":"c933f1ee","service":"web","time":"2026-11-30T22:37:35.569515789Z",\#
        "type":"container"}
        """#,
      becomes: #"""
        {"time":"2026-11-30T22:37:35.569515789Z","origin":"web","severity":"error","domain":"exit-code",\#
        "code":137,"operation":"shop-web-1","attempt":1,"message":"Exited with status 137 (SIGKILL)",\#
        "attributes":{"signal":"SIGKILL","image":"shop/web:3","lasted":"3s","restarts":0}}
        """#,
      .documented("https://docs.docker.com/reference/cli/docker/compose/events/")
    )
  }

  /// The kinds of things that events are about.
  private static let types = [
    "container", "image", "network", "volume", "pod", "system", "daemon", "plugin", "builder", "service",
    "node",
    "secret", "config", "machine", "artifact",
  ]
}
