package import Engine
internal import Source

/// The changes in the text of two rule sets, in the order of the new one. Descriptions, examples and layout
/// are left out: they change no outcome.
package struct RuleChanges {
  package private(set) var list: [RuleChange] = []
  /// Added and removed list items, by their place in ``list``.
  private var items: [Int: Node] = [:]

  private static let ignored: Set<String> = [
    "version", "name", "description", "meta", "suppress", "examples", "imports",
  ]
  /// The lists of a file whose elements have names, and the key of the name.
  private static let namedLists = ["categories": "name", "responders": "id"]

  package init(old: RuleProgram, new: RuleProgram) {
    let (old, new) = (
      Section(old.roots.flatMap { $0.members ?? [] }), Section(new.roots.flatMap { $0.members ?? [] })
    )
    for key in Self.union(old.keys, new.keys) where !Self.ignored.contains(key) && Self.namedLists[key] == nil
    {
      compareEntries(key, old.values(key), new.values(key))
    }
    compareCategories(old.elements("categories"), new.elements("categories"))
    compareResponders(old.elements("responders"), new.elements("responders"))
    joinMoves()
  }

  private struct Section {
    let members: [Node.Member]

    init(_ members: [Node.Member]) { self.members = members }

    var keys: [String] { members.map { $0.key } }
    func values(_ key: String) -> [Node] { members.filter { $0.key == key }.map { $0.value } }
    func elements(_ key: String) -> [Node] { values(key).flatMap { $0.elements ?? [] } }
  }

  private static func union(_ old: [String], _ new: [String]) -> [String] {
    var seen: Set<String> = []
    return (new + old).filter { seen.insert($0).inserted }
  }

  // MARK: - Sections with names

  /// The entries of `matchers`, `lists`, `codes`, `alerts` and so on; and the settings of `defaults`.
  private mutating func compareEntries(_ section: String, _ old: [Node], _ new: [Node]) {
    if section == "defaults" {
      for key in Self.union(old.flatMap { Self.keys($0) }, new.flatMap { Self.keys($0) }) {
        compare(section, key, old.lazy.compactMap { $0[key] }.first, new.lazy.compactMap { $0[key] }.first)
      }
      return
    }
    let (olds, news) = (old.flatMap { $0.members ?? [] }, new.flatMap { $0.members ?? [] })
    for name in Self.union(olds.map { $0.key }, news.map { $0.key }) {
      let before = olds.first { $0.key == name }?.value
      let after = news.first { $0.key == name }?.value
      let subject = "\(section).\(name)"
      switch (before, after) {
      case (nil, _?): add(subject, .added)
      case (_?, nil): add(subject, .removed)
      case (let before?, let after?): compare(subject, "", before, after)
      case (nil, nil): break
      }
    }
  }

  private static func keys(_ node: Node) -> [String] { (node.members ?? []).map { $0.key } }

  private mutating func compareCategories(_ old: [Node], _ new: [Node]) {
    compareList(old, new, key: "name", subject: { "categories.\($0)" }) { changes, subject, before, after in
      changes.compareMembers(subject, before, after, except: ["name"])
    }
  }

  private mutating func compareResponders(_ old: [Node], _ new: [Node]) {
    // The order of responders means nothing.
    for node in new {
      guard let id = node["id"]?.text else { continue }
      guard let before = old.first(where: { $0["id"]?.text == id }) else {
        add(id, .added)
        continue
      }
      compareMembers(id, before, node, except: ["id", "rules", "events"])
      for key in ["rules", "events"] {
        compareList(
          before[key]?.elements ?? [], node[key]?.elements ?? [], key: "id", subject: { "\(id)/\($0)" }
        ) {
          changes,
          subject,
          before,
          after in
          changes.compareMembers(subject, before, after, except: ["id"])
        }
      }
    }
    let kept = Set(new.compactMap { $0["id"]?.text })
    for node in old {
      if let id = node["id"]?.text, !kept.contains(id) { add(id, .removed) }
    }
  }

  private mutating func compareList(
    _ old: [Node], _ new: [Node], key: String, subject: (String) -> String,
    _ compareItems: (inout RuleChanges, String, Node, Node) -> Void
  ) {
    let alignment = ListAlignment(
      old: old.map { $0[key]?.text }, old.map { NodeText.whole($0) }, new: new.map { $0[key]?.text },
      new.map { NodeText.whole($0) })
    func name(_ nodes: [Node], _ position: Int) -> String {
      subject(nodes[position][key]?.text ?? "#\(position + 1)")
    }
    let partners = Dictionary(uniqueKeysWithValues: alignment.pairs.map { ($0.new, $0.old) })
    var gone = Set(old.indices).subtracting(partners.values)
    let twins = Dictionary(gone.sorted().map { (Self.body(old[$0], key), $0) }) { first, _ in first }
    for position in new.indices {
      let own = name(new, position)
      guard let before = partners[position] else {
        if let twin = twins[Self.body(new[position], key)], gone.remove(twin) != nil {
          add(own, .renamed(from: name(old, twin)))
        } else {
          add(own, .added, new[position])
        }
        continue
      }
      if alignment.moved.contains(position) {
        let next = new.indices.first {
          $0 > position && partners[$0] != nil && !alignment.moved.contains($0)
        }
        add(own, .moved(before: next.map { name(new, $0) }))
      }
      compareItems(&self, own, old[before], new[position])
    }
    for position in gone.sorted() { add(name(old, position), .removed, old[position]) }
  }

  private static func body(_ node: Node, _ key: String) -> String {
    (node.members ?? []).filter { $0.key != key && !ignored.contains($0.key) }
      .map { "\($0.key): \(NodeText.whole($0.value))" }.sorted().joined(separator: ", ")
  }

  // MARK: - Values

  private mutating func compareMembers(_ subject: String, _ old: Node, _ new: Node, except: Set<String>) {
    for key in Self.union(Self.keys(old), Self.keys(new))
    where !except.contains(key) && !Self.ignored.contains(key) {
      compare(subject, key, old[key], new[key])
    }
  }

  /// Adds the changes of a value: of each member of a mapping, or else of the whole.
  private mutating func compare(_ subject: String, _ path: String, _ old: Node?, _ new: Node?) {
    if let old, let new, NodeText.whole(old) == NodeText.whole(new) { return }
    if let old, let new, old.members != nil, new.members != nil,
      !Set(Self.keys(old)).isDisjoint(with: Self.keys(new))
    {
      for key in Self.union(Self.keys(old), Self.keys(new)) {
        compare(subject, path.isEmpty ? key : "\(path).\(key)", old[key], new[key])
      }
      return
    }
    if let olds = old?.elements, let news = new?.elements,
      (olds + news).contains(where: { $0.members != nil })
    {
      compareElements(subject, path, olds, news)
      return
    }
    let shown = path.isEmpty ? "value" : path
    add(
      subject, .changed(path: shown, old: old.map { NodeText.short($0) }, new: new.map { NodeText.short($0) })
    )
  }

  /// Compares lists of mappings between their common beginning and their common end.
  private mutating func compareElements(_ subject: String, _ path: String, _ old: [Node], _ new: [Node]) {
    let (olds, news) = (old.map { NodeText.whole($0) }, new.map { NodeText.whole($0) })
    let first = zip(olds, news).prefix { $0 == $1 }.count
    let last = zip(olds.dropFirst(first).reversed(), news.dropFirst(first).reversed()).prefix { $0 == $1 }
      .count
    let (before, after) = (Array(old[first..<(old.count - last)]), Array(new[first..<(new.count - last)]))
    for offset in 0..<max(before.count, after.count) {
      let place = "\(path)[\(first + offset)]"
      compare(
        subject, place, before.indices.contains(offset) ? before[offset] : nil,
        after.indices.contains(offset) ? after[offset] : nil)
    }
  }

  private mutating func add(_ subject: String, _ kind: RuleChange.Kind, _ node: Node? = nil) {
    if let node { items[list.count] = node }
    list.append(RuleChange(subject: subject, kind))
  }

  /// A rule that was removed from one responder and added to another under the same id was moved.
  private mutating func joinMoves() {
    var removed: [String: Int] = [:]
    for (index, node) in items where list[index].kind == .removed {
      if let id = node["id"]?.text { removed[id] = index }
    }
    var joined: Set<Int> = []
    for index in list.indices where list[index].kind == .added {
      guard let node = items[index], let id = node["id"]?.text,
        let other = removed.removeValue(forKey: id), let old = items[other]
      else { continue }
      let subject = list[index].subject
      list[index] = RuleChange(
        subject: subject, .movedFrom(String(list[other].subject.dropLast(id.count + 1))))
      joined.insert(other)
      compareMembers(subject, old, node, except: ["id"])
    }
    list = list.indices.filter { !joined.contains($0) }.map { list[$0] }
  }
}
