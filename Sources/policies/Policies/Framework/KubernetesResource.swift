internal import Source

/// A resource of Kubernetes in a file of one or more of them.
struct KubernetesResource {
  let value: PolicyValue
  let kind: String
  /// That of `apiVersion`: `networking.istio.io`.
  let group: String

  var name: String { value["metadata"]?["name"]?.string ?? kind }
  var namespace: String? { value["metadata"]?["namespace"]?.string }

  /// The resources of a document, of several, and of a list of the kind `List`.
  static func all(in root: PolicyValue) -> [KubernetesResource] {
    if let documents = root.elements { return documents.flatMap { all(in: $0) } }
    guard let version = root["apiVersion"]?.string, let kind = root["kind"]?.string else { return [] }
    if kind == "List" { return (root["items"]?.elements ?? []).flatMap { all(in: $0) } }
    let group = version.split(separator: "/").dropLast().first.map { String($0) } ?? ""
    return [KubernetesResource(value: root, kind: kind, group: group)]
  }
}
