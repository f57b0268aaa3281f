package import Source

package struct ObservedOutcome {
  package let json: String
  package let resolution: Node
  /// `responder/rule` of the clauses that matched and ran, in order.
  let ran: [String]
  let error: Node

  init(_ json: String, ran: [String], error: Node) {
    self.json = json
    self.ran = ran
    self.error = error
    var diagnostics = Diagnostics()
    let reading = SourceReader().read(name: "resolution.json", bytes: Array(json.utf8), into: &diagnostics)
    resolution =
      reading.node ?? Node(.mapping([]), style: .flow, range: SourceRange(file: reading.file, bytes: 0..<0))
  }

  private init(_ resolution: Node, _ outer: ObservedOutcome) {
    json = JSONWriter.line(resolution)
    self.resolution = resolution
    ran = outer.ran
    error = outer.error
  }

  var raised: ObservedOutcome? {
    resolution["raised"].map { ObservedOutcome($0, self) }
  }

  /// The clause that handled the error: `responder/rule`, `responder/otherwise`, `ignore` or `nobody`.
  package var by: String {
    guard let by = resolution["by"] else { return ExpectationReader.nobody }
    guard let responder = by["responder"]?.string else { return ExpectationReader.ignored }
    return "\(responder)/\(by["rule"]?.string ?? "otherwise")"
  }

  var responder: String? { resolution["by"]?["responder"]?.string }

  var actions: [Node] { resolution["actions"]?.elements ?? [] }
  var events: [Node] { resolution["events"]?.elements ?? [] }
  var path: [String] { (resolution["path"]?.elements ?? []).compactMap { $0.string } }

  var answers: [Node] { actions.compactMap { $0["answer"] } }

  /// The final error: its replacement, or the error as raised.
  var ended: Node { resolution["error"] ?? error }
}
