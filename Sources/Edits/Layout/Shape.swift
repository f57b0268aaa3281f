/// What is known of a value by where it stands: in which order its keys are written, and whether it is always opened.
final class Shape: Sendable {
  /// Keys in the order they are written; what is not named comes after, as it was.
  let order: [String]
  let members: [String: Shape]
  /// Every member that `members` does not name.
  let other: Shape?
  let element: Shape?
  /// Whether each entry has a line of its own even where all would fit on one.
  let isOpen: Bool
  /// Whether a mapping with one member, a name only, stands without braces.
  let isOpenAlone: Bool

  init(
    order: [String] = [],
    members: [String: Shape] = [:],
    other: Shape? = nil,
    element: Shape? = nil,
    isOpen: Bool = false,
    isOpenAlone: Bool = false
  ) {
    self.order = order
    self.members = members
    self.other = other
    self.element = element
    self.isOpen = isOpen
    self.isOpenAlone = isOpenAlone
  }

  /// Whether each entry of `node` has a line of its own.
  func opens(_ node: WrittenNode) -> Bool { isOpen || (isOpenAlone && node.entries.count == 1) }

  /// Keeps what is always opened, and all around it, from standing on one line.
  func keepOpen(_ node: WrittenNode) {
    if !node.entries.isEmpty, opens(node) { node.line = FlowLine.none }
    for entry in node.entries {
      let below = entry.key == nil ? element : entry.keyText.flatMap { member($0) }
      below?.keepOpen(entry.value)
    }
  }

  /// The shape of a member's value.
  func member(_ key: String) -> Shape? { members[key] ?? other }

  /// A value that nothing is known of: its outermost entries have lines of their own.
  static let unknown = Shape(isOpen: true)
}
