package import RuleEngine

/// What came of one error: its resolution, and the rules that ran.
package struct Observation {
  /// The resolution as JSON, and as a value.
  package let json: String
  package let resolution: Node
  /// `responder/rule` of what matched and ran, in order.
  let ran: [String]
  /// The error as it was raised.
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

  private init(_ resolution: Node, _ outer: Observation) {
    json = JSONWriter.line(resolution)
    self.resolution = resolution
    ran = outer.ran
    error = outer.error
  }

  /// What became of the error that was raised on the way, or nil.
  var raised: Observation? {
    resolution["raised"].map { Observation($0, self) }
  }

  /// Who answered: `responder/rule`, `responder/otherwise`, `ignore` or `nobody`.
  package var by: String {
    guard let by = resolution["by"] else { return ExpectationReader.nobody }
    guard let responder = by["responder"]?.string else { return ExpectationReader.ignored }
    return "\(responder)/\(by["rule"]?.string ?? "otherwise")"
  }

  var responder: String? { resolution["by"]?["responder"]?.string }

  var actions: [Node] { resolution["actions"]?.elements ?? [] }
  var events: [Node] { resolution["events"]?.elements ?? [] }
  var path: [String] { (resolution["path"]?.elements ?? []).compactMap { $0.string } }

  /// What was said to alerts.
  var answers: [Node] { actions.compactMap { $0["answer"] } }

  /// The error as it ended: its identity where a rule replaced it, else as it was raised.
  var ended: Node { resolution["error"] ?? error }
}
