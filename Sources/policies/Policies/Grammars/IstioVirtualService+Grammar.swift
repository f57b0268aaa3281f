internal import RuleLanguage
internal import Source

/// `networking.istio.io`, VirtualService: `virtual_service.pb.go` of Istio's API.
extension IstioVirtualService {
  func grammar(of root: Node) -> PolicyGrammar { Self.table }

  package var kinds: [String] { ["VirtualService"] }

  package func lack(of root: Node) -> String {
    KubernetesResource.lack(of: root, "a VirtualService of networking.istio.io")
  }

  private static let answer = PolicyAnswer.kubernetes

  private static let table = PolicyGrammar(
    kinds: ["root": { KubernetesResource.kind(of: $0, group: "networking.istio.io", ["VirtualService"]) }],
    [
      "root": .init("an object", answer, isOpen: true, "apiVersion kind metadata:metadata spec"),
      "root.List": .init("a list", answer, isOpen: true, "apiVersion kind items:root"),
      "root.VirtualService": .init(
        "a VirtualService", answer, "apiVersion kind metadata:metadata spec:spec status"),
      "metadata": .init("an object's metadata", answer, isOpen: true, "name namespace labels annotations"),
      "spec": .init("a VirtualService's spec", answer, "hosts gateways http:route tls tcp exportTo"),
      "route": .init(
        "a route", answer,
        "name match:match route:destination redirect directResponse delegate rewrite timeout retries:retries",
        "fault mirror mirrors mirrorPercent mirror_percent mirrorPercentage corsPolicy headers"),
      "destination": .init("a route's destination", answer, "destination weight headers"),
      "match": .init(
        "a match", answer,
        "name uri scheme method authority headers port sourceLabels gateways queryParams ignoreUriCase",
        "withoutHeaders sourceNamespace statPrefix"),
      "retries": .init(
        "a retry policy", answer,
        "attempts perTryTimeout retryOn retryRemoteLocalities retryIgnorePreviousHosts backoff"),
    ])
}

extension KubernetesResource {
  /// The kind of an object, if a group has it and it is one of these.
  static func kind(of object: Node, group: String, _ kinds: [String]) -> String? {
    guard let kind = object["kind"]?.string, let version = object["apiVersion"]?.string else { return nil }
    if kind == "List" { return kind }
    return kinds.contains(kind) && version.hasPrefix("\(group)/") ? kind : nil
  }

  /// The sentence that says why a file has no object of a kind.
  static func lack(of root: Node, _ wanted: String) -> String {
    let kinds = all(in: PolicyValue(root, PolicyFindings())).map { $0.kind }
    return "It has no object of the kind that errctl imports, \(wanted)"
      + (kinds.first.map { ", but such as \($0)." } ?? ".")
  }
}
