/// The members of a mapping being read: the first of each key is kept, or the last one, and a second one is reported.
struct MemberList {
  private(set) var all: [Node.Member] = []
  private let laterWins: Bool
  /// The index of each key in `all`, built once there are too many members for a linear search.
  private var places: [String: Int] = [:]
  private static let fewMembers = 8

  init(laterWins: Bool = false) { self.laterWins = laterWins }

  mutating func append(_ member: Node.Member, _ diagnostics: inout Diagnostics) {
    if let first = place(of: member.key) {
      diagnostics.report(duplicateKey(member, first: all[first]))
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

  private func duplicateKey(_ second: Node.Member, first: Node.Member) -> Diagnostic {
    Diagnostic(
      "duplicate-key", laterWins ? .warning : .error,
      "The key “\(second.key)” occurs twice in this mapping\(laterWins ? ": the later one counts" : ""). Delete or rename one of them.",
      at: second.keyRange, related: [Diagnostic.Related("the first one", at: first.keyRange)])
  }
}
