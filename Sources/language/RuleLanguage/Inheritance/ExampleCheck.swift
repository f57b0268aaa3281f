internal import Records
package import Source

/// An object with one of the required fields.
package enum ExampleCheck {
  package static func report(_ node: Node, to diagnostics: inout Diagnostics) -> Bool {
    guard let members = node.members else {
      diagnostics.report(.wrongType(node, expected: "an error (a mapping), such as { status: 503 }"))
      return false
    }
    let required = Field.required.map { $0.name }
    guard !members.contains(where: { required.contains($0.key) }) else { return true }
    diagnostics.report(
      .wrongValue(node, "This is not an error. Add one of \(required.joined(separator: ", "))."))
    return false
  }
}
