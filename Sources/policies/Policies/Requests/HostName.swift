internal import Source

/// A name of hosts in routes: `shop.example`, `*.shop.example` or `*`.
struct HostName {
  let text: String
  let place: SourceRange
  /// The values of the Host header, as globs.
  private let globs: [String]

  /// - Parameter globs: other ways to write the name; only itself where there are none.
  init(_ text: String, at place: SourceRange, globs: [String] = []) {
    self.text = text.lowercased()
    self.place = place
    // A wildcard stands for one character at least.
    self.globs = (globs.isEmpty ? [self.text] : globs).map { $0.replacing("*", with: "?*") }
  }

  /// Exact ones first, then `*.shop.example`, then `shop.*`, each the longest first, and at last `*`.
  private var rank: (Int, Int) {
    let length = text.utf8.count
    if text == "*" { return (3, 0) }
    return text.hasPrefix("*") ? (1, -length) : text.hasSuffix("*") ? (2, -length) : (0, 0)
  }

  /// The owners of names in the order in which a host is looked up, each with the operators on it: nil for any.
  static func bySpecificity(_ names: [[HostName]]) -> [(owner: Int, condition: Node?)] {
    let entries = names.indices.flatMap { owner in names[owner].map { (owner, $0) } }
    // In the order of the file where the rank is the same: a sort need not keep it.
    let sorted = entries.enumerated().sorted {
      let (first, second) = ($0.element.1.rank, $1.element.1.rank)
      return first == second ? $0.offset < $1.offset : first < second
    }
    var groups: [(owner: Int, names: [HostName])] = []
    for (_, (owner, name)) in sorted {
      if groups.last?.owner == owner {
        groups[groups.count - 1].names.append(name)
      } else {
        groups.append((owner, [name]))
      }
    }
    return groups.map { ($0.owner, condition(on: $0.names)) }
  }

  /// Each name, in the order in which a host is looked up, with all who have it, and the operators on it: nil for any.
  static func sharedNames(_ names: [[HostName]]) -> [(name: String, owners: [Int], condition: Node?)] {
    var groups: [(name: String, owners: [Int], condition: Node?)] = []
    for (name, _) in names.joined().map({ ($0, $0.rank) }).sorted(by: { $0.1 < $1.1 })
    where !groups.contains(where: { $0.name == name.text }) {
      let owners = names.indices.filter { names[$0].contains { $0.text == name.text } }
      groups.append((name.text, owners, condition(on: [name])))
    }
    return groups
  }

  private static func condition(on names: [HostName]) -> Node? {
    if names.contains(where: { $0.text == "*" }) { return nil }
    let place = names[0].place
    let isExact = names.allSatisfy { $0.globs.allSatisfy { !$0.contains("*") } }
    let texts = names.flatMap { name in name.globs.map { Node.text($0, at: name.place) } }
    return Node(.mapping([(isExact ? "equals" : "glob", .oneOf(texts)), ("ignoreCase", true)]), at: place)
  }
}
