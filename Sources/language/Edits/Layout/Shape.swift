/// The layout of a value by its place: the order of its keys, and whether it is always multi-line.
final class Shape: Sendable {
  let order: [String]
  let members: [String: Shape]
  let other: Shape?
  let element: Shape?
  /// The accepted spellings of this place.
  let spelling: Spelling?
  /// Whether each entry has a line of its own even if all would fit on one.
  let isOpen: Bool
  /// A mapping with a single member is written without braces.
  let isOpenAlone: Bool

  enum Spelling {
    /// A rule's or a category's `when`: a list means any of its matchers.
    case matcher
    /// An action, which may be in its long form.
    case action
  }

  init(
    spelling: Spelling? = nil, order: [String] = [], members: [String: Shape] = [:], other: Shape? = nil,
    element: Shape? = nil, isOpen: Bool = false, isOpenAlone: Bool = false
  ) {
    self.spelling = spelling
    self.order = order
    self.members = members
    self.other = other
    self.element = element
    self.isOpen = isOpen
    self.isOpenAlone = isOpenAlone
  }

  func opens(_ node: WrittenNode) -> Bool { isOpen || (isOpenAlone && node.entries.count == 1) }

  /// Prevents multi-line values, and all around them, from being joined on one line.
  func keepOpen(_ node: WrittenNode) {
    if !node.entries.isEmpty, opens(node) { node.line = FlowLine.none }
    for entry in node.entries {
      let below = entry.key == nil ? element : entry.keyText.flatMap { member($0) }
      below?.keepOpen(entry.value)
    }
  }

  func member(_ key: String) -> Shape? { members[key] ?? other }

  /// An unknown value: its outermost entries have lines of their own.
  static let unknown = Shape(isOpen: true)
}
