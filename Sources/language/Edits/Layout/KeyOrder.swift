/// Sorts members into the order of the language, each with its comments.
enum KeyOrder {
  static func sort(_ root: WrittenNode, _ shape: Shape) {
    sort(root, shape, isWhole: true)
  }

  /// `isWhole` if comments before the first key are about the whole value: a file, or a list's element.
  private static func sort(_ node: WrittenNode, _ shape: Shape?, isWhole: Bool) {
    guard let shape else { return }
    switch node.content {
    case .mapping:
      if !shape.order.isEmpty, isMovable(node) { order(node, shape.order, isWhole) }
      for entry in node.entries {
        sort(entry.value, entry.keyText.flatMap { shape.member($0) }, isWhole: false)
      }
    case .sequence: for entry in node.entries { sort(entry.value, shape.element, isWhole: true) }
    case .nothing, .scalar, .alias: break
    }
  }

  /// An anchor must stay before its aliases, and the order of anchors of the same name matters.
  private static func isMovable(_ node: WrittenNode) -> Bool {
    !node.entries.contains { entry in entry.key.map(hasAnchor) ?? false || hasAnchor(entry.value) }
  }

  static func hasAnchor(_ node: WrittenNode) -> Bool {
    node.anchor != nil
      || node.entries.contains { entry in entry.key.map(hasAnchor) ?? false || hasAnchor(entry.value) }
  }

  private static func order(_ node: WrittenNode, _ keys: [String], _ isWhole: Bool) {
    let positions = Dictionary(keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    func position(_ entry: WrittenEntry) -> Int { entry.keyText.flatMap { positions[$0] } ?? keys.count }
    let sorted = node.entries.enumerated()
      .sorted { (position($0.element), $0.offset) < (position($1.element), $1.offset) }
      .map { $0.element }
    defer { node.entries = sorted }
    guard let first = node.entries.first, let newFirst = sorted.first, first !== newFirst else { return }
    let heading = Array(first.leading.prefix(headingCount(first, isWhole)))
    first.leading.removeFirst(heading.count)
    let wasApart = first.isApart
    first.isApart = heading.isEmpty ? false : newFirst.isApart
    newFirst.isApart = heading.isEmpty ? false : wasApart
    newFirst.leading = heading + newFirst.leading
  }

  /// Comments that stay in place: those before an empty line and, if about the whole value, a single
  /// paragraph.
  private static func headingCount(_ first: WrittenEntry, _ isWhole: Bool) -> Int {
    for index in first.leading.indices.reversed() {
      let hasBlankAfter =
        index + 1 < first.leading.count ? first.leading[index + 1].hasBlankBefore : first.hasBlankBefore
      if hasBlankAfter { return index + 1 }
    }
    return isWhole ? first.leading.count : 0
  }
}

extension WrittenEntry {
  var keyText: String? {
    if case .scalar(let scalar)? = key?.content { scalar.text } else { nil }
  }

  var isApart: Bool {
    get { leading.first?.hasBlankBefore ?? hasBlankBefore }
    set {
      if leading.isEmpty { hasBlankBefore = newValue } else { leading[0].hasBlankBefore = newValue }
    }
  }
}
