internal import Records
package import Source

/// Checks that an error under `examples` is one: an object with a field that an error must have.
package enum ExampleCheck {
  /// Reports a value that is no error; returns whether it is one.
  package static func report(_ node: Node, to diagnostics: inout Diagnostics) -> Bool {
    guard let members = node.members else {
      diagnostics.report(.wrongType(node, expected: "an error (a mapping), such as { status: 503 }"))
      return false
    }
    let required = Field.required.map { $0.name }
    guard !members.contains(where: { required.contains($0.key) }) else { return true }
    diagnostics.report(
      .wrongValue(node, "This is not an error. Add one of \(required.joined(separator: ", ")).")
    )
    return false
  }
}
