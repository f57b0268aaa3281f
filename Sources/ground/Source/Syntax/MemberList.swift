/// The members of a mapping being read: the first of each key is kept, or the last one, and a second one is reported.
struct MemberList {
  private(set) var all: [Node.Member] = []
  private let laterWins: Bool
  /// Whether the first key, a name, occurred again: from there on these are the keys of another element.
  private var hasSecondElement = false
  /// The index of each key in `all`, built once there are too many members for a linear search.
  private var places: [String: Int] = [:]
  private static let fewMembers = 8

  init(laterWins: Bool = false) { self.laterWins = laterWins }

  mutating func append(_ member: Node.Member, _ diagnostics: inout Diagnostics) {
    if let first = place(of: member.key) {
      if !hasSecondElement { diagnostics.report(duplicateKey(member, first: all[first])) }
      if isSecondElement(member, first) { hasSecondElement = true }
      if laterWins { all[first] = member }
      return
    }
    all.append(member)
    if all.count > Self.fewMembers { indexLast() }
  }

  /// A mapping may merge several others.
  mutating func appendMerge(_ member: Node.Member) {
    all.append(member)
    if all.count > Self.fewMembers { indexLast() }
  }

  private mutating func indexLast() {
    if places.isEmpty {
      for (place, member) in all.enumerated() { places[member.key] = place }
    } else {
      places[all[all.count - 1].key] = all.count - 1
    }
  }

  private func place(of key: String) -> Int? {
    all.count > Self.fewMembers ? places[key] : all.firstIndex { $0.key == key }
  }

  /// Whether an element of a list begins with `member`, whose dash is missing.
  private func isSecondElement(_ member: Node.Member, _ first: Int) -> Bool {
    !laterWins && first == 0 && all.count > 1 && ["id", "name"].contains(member.key)
  }

  private func duplicateKey(_ second: Node.Member, first: Node.Member) -> Diagnostic {
    let advice =
      isSecondElement(second, place(of: first.key) ?? 0)
      ? "If another element begins here, put “- ” before it; else delete or rename one of them."
      : "Delete or rename one of them."
    return Diagnostic(
      "duplicate-key", laterWins ? .warning : .error,
      "The key “\(second.key)” occurs twice in this mapping\(laterWins ? ": the later one counts" : ""). \(advice)",
      at: second.keyRange, related: [Diagnostic.Related("the first one", at: first.keyRange)])
  }
}
