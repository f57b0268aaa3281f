internal import Records
internal import Source

/// A resource of Kubernetes in a file of one or more of them.
struct KubernetesResource {
  let node: Node
  let kind: String
  /// That of `apiVersion`: `networking.istio.io`.
  let group: String

  var name: String { node["metadata"]?["name"]?.string ?? kind }
  var namespace: String? { node["metadata"]?["namespace"]?.string }

  /// Those of a document, of several, and of a list of the kind `List`.
  static func all(in root: Node) -> [KubernetesResource] {
    if let documents = root.elements { return documents.flatMap { all(in: $0) } }
    guard let version = root["apiVersion"]?.string, let kind = root["kind"]?.string else { return [] }
    if kind == "List" { return (root["items"]?.elements ?? []).flatMap { all(in: $0) } }
    let group = version.split(separator: "/").dropLast().first.map { String($0) } ?? ""
    return [KubernetesResource(node: root, kind: kind, group: group)]
  }
}

extension Node {
  /// A duration as Go writes it, such as `1m30s`, of whole milliseconds and at least one; nil, and reported, if it is none.
  ///
  /// - Parameter allowsZero: whether no time at all is one, too.
  func goDuration(_ key: String, allowsZero: Bool = false, in diagnostics: inout Diagnostics) -> TimeSpan? {
    guard let span = string.flatMap({ TimeSpan(go: $0) }) else {
      diagnostics.report(.policyFault("“\(key)” must be a duration such as \"500ms\".", at: range))
      return nil
    }
    if allowsZero, span.microseconds == 0 { return span }
    guard span.microseconds >= 1_000, span.microseconds % 1_000 == 0 else {
      diagnostics.report(
        .policyFault("“\(key)” must be a whole number of milliseconds, at least one.", at: range))
      return nil
    }
    return span
  }
}

extension TimeSpan {
  /// Numbers with the units `h`, `m`, `s` and `ms`, one after the other.
  fileprivate init?(go text: String) {
    var total: Int64 = 0
    var rest = text[...]
    while !rest.isEmpty {
      let number = rest.prefix { $0.isNumber || $0 == "." }
      let unit = rest.dropFirst(number.count).prefix { $0.isLetter }
      guard let part = TimeSpan(String(number + unit)) else { return nil }
      // What is shorter than a microsecond is cut off, but makes it no whole number of milliseconds.
      let hasMore =
        number.split(separator: ".").dropFirst().first?.dropFirst(6).contains { $0 != "0" } ?? false
      let (sum, isTooLong) = total.addingReportingOverflow(part.microseconds | (hasMore ? 1 : 0))
      guard !isTooLong else { return nil }
      total = sum
      rest = rest.dropFirst(number.count + unit.count)
    }
    guard !text.isEmpty else { return nil }
    self.init(microseconds: total)
  }
}
