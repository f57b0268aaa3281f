internal import Records
internal import Source

/// A field, any path of a template, or a list of them.
struct KeyPathReader {
  let vocabulary: Vocabulary

  /// Nil if a fault was reported; `advice` is for an empty list.
  func subjects(_ member: Node.Member, advice: String) -> [Subject]? {
    let elements = member.value.elements ?? [member.value]
    guard !elements.isEmpty else {
      vocabulary.diagnostics.report(
        .wrongValue(member.value, "“\(member.key)” does not name a field. \(advice)"))
      return nil
    }
    let subjects = elements.compactMap { subject($0) }
    return subjects.count == elements.count ? subjects : nil
  }

  private func subject(_ node: Node) -> Subject? {
    guard let path = node.string else {
      vocabulary.diagnostics.report(
        .wrongType(node, expected: "a field, such as operation or attributes.host"))
      return nil
    }
    guard let subject = Subject(keyPath: path) else {
      let paths = Field.allCases.map { $0.name } + Subject.templatePaths(like: path)
      let question = Suggestion.question(for: path, among: paths.filter { Subject(keyPath: $0) != nil })
      vocabulary.diagnostics.report(
        Diagnostic(
          "unknown-field",
          "An error has no field “\(path)”.\(question.isEmpty ? " Write a field, or attributes.NAME." : question)",
          at: node.range))
      return nil
    }
    return subject
  }
}
