internal import Records

extension StreamFormat {
  /// `kubectl get events -o json`, and `kubectl get pods -o json` with containers that failed or can't start.
  static var kubernetes: StreamFormat {
    var mapping = Mapping(name: "kubernetes")
    mapping.summary = "Kubernetes events, terminated or unstartable containers, failed pods"
    mapping.fields = [
      FieldMapping(
        .time, "finishedAt", "lastTimestamp", "eventTime", "firstTimestamp", "metadata.creationTimestamp"),
      FieldMapping(.id, "metadata.uid", "containerID"),
      FieldMapping(.origin, "involvedObject.name", "regarding.name", "pod"),
      FieldMapping(
        .severity, "type", values: ["Warning": "warning", "Normal": "info"], default: "error",
        where: "exitCode"),
      FieldMapping(.domain, default: "kubernetes"),
      FieldMapping(.type, "reason"),
      FieldMapping(.code, "exitCode"),
    ]
    mapping.logMessage = ["message", "note"]
    mapping.errors = Mapping.ErrorCondition(atLeast: .warning, or: [])
    mapping.drop = ["metadata.managedFields", "kind", "apiVersion"]
    return StreamFormat(
      mapping,
      in: KubernetesContainer(),
      example: #"""
        {"kind":"Event","apiVersion":"v1","metadata":{"name":"pay-1.17a","uid":"9d2f"},\#
        "involvedObject":{"kind":"Pod","namespace":"shop","name":"pay-1"},"reason":"BackOff",\#
        "message":"Back-off restarting failed container","type":"Warning",\#
        "lastTimestamp":"2026-11-21T01:41:19Z","count":7}
        """#,
      becomes: #"""
        {"time":"2026-11-21T01:41:19Z","id":"9d2f","origin":"pay-1","severity":"warning",\#
        "domain":"kubernetes","type":"BackOff","message":"Back-off restarting failed container",\#
        "attributes":{"metadata":{"name":"pay-1.17a","uid":"9d2f"},"involvedObject":{"kind":"Pod",\#
        "namespace":"shop","name":"pay-1"},"count":7}}
        """#,
      .documented("Kubernetes API reference: Event v1, ContainerStateTerminated v1 core")
    )
  }
}
