internal import RuleLanguage
internal import Source

/// `gateway.networking.k8s.io`, HTTPRoute: `apis/v1/httproute_types.go`.
extension GatewayAPIRoute {
  func grammar(of root: Node) -> PolicyGrammar { Self.table }

  package var kinds: [String] { ["HTTPRoute"] }

  package func lack(of root: Node) -> String {
    KubernetesResource.lack(of: root, "an HTTPRoute of gateway.networking.k8s.io")
  }

  private static let answer = PolicyAnswer.kubernetes

  private static let table = PolicyGrammar(
    kinds: ["root": { KubernetesResource.kind(of: $0, group: "gateway.networking.k8s.io", ["HTTPRoute"]) }],
    [
      "root": .init("an object", answer, isOpen: true, "apiVersion kind metadata:metadata spec"),
      "root.List": .init("a list", answer, isOpen: true, "apiVersion kind items:root"),
      "root.HTTPRoute": .init(
        "an HTTPRoute", answer, "apiVersion kind metadata:metadata spec:spec status"),
      "metadata": .init("an object's metadata", answer, isOpen: true, "name namespace labels annotations"),
      "spec": .init(
        "an HTTPRoute's spec", answer, "parentRefs:parent useDefaultGateways hostnames rules:rule"),
      "parent": .init("a reference to a parent", answer, "group kind namespace name sectionName port"),
      "rule": .init(
        "a rule of a route", answer,
        "name matches:match filters backendRefs:backend timeouts:timeouts retry:retry sessionPersistence"),
      "backend": .init(
        "a reference to a backend", answer, "group kind name namespace port weight filters"),
      "timeouts": .init("the timeouts of a rule", answer, "request backendRequest"),
      "retry": .init("a retry", answer, "codes attempts backoff"),
      "match": .init("a match", answer, "path:path headers:header queryParams:header method"),
      "path": .init("a path's match", answer, "type value"),
      "header": .init("a header's match", answer, "type name value"),
    ])
}
