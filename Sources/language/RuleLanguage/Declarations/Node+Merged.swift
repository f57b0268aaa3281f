internal import Source

extension Node {
  /// The value with its merge keys (`<<`) followed.
  ///
  /// - Parameter laterWins: whether a merge key replaces what stands before it in its mapping, as in Ruby. In YAML's own rule
  ///   the mapping's own keys win.
  func merged(laterWins: Bool) -> Node {
    switch content {
    case .sequence(let elements):
      return Node(.sequence(elements.map { $0.merged(laterWins: laterWins) }), style: style, range: range)
    case .mapping(let members):
      let members = members.map {
        Member(key: $0.key, keyRange: $0.keyRange, value: $0.value.merged(laterWins: laterWins))
      }
      guard members.contains(where: { $0.isMerge }) else {
        return Node(.mapping(members), style: style, range: range)
      }
      return Node(.mapping(Self.merged(members, laterWins)), style: style, range: range)
    case .null, .bool, .integer, .decimal, .string: return self
    }
  }

  private static func merged(_ members: [Member], _ laterWins: Bool) -> [Member] {
    var all: [Member] = []
    var places: [String: Int] = [:]
    /// The keys that stand in the mapping itself.
    let own = laterWins ? [] : Set(members.lazy.filter { !$0.isMerge }.map { $0.key })
    func add(_ member: Member, replaces: Bool) {
      if let place = places[member.key] {
        if replaces { all[place] = member }
      } else {
        places[member.key] = all.count
        all.append(member)
      }
    }
    for member in members {
      guard member.isMerge else {
        add(member, replaces: true)
        continue
      }
      // Of several mappings the first wins.
      let others = (member.value.elements ?? [member.value]).compactMap { $0.members }
      if others.isEmpty { add(member, replaces: true) }
      var seen: Set<String> = []
      for other in others.joined() where seen.insert(other.key).inserted && !own.contains(other.key) {
        add(other, replaces: laterWins)
      }
    }
    return all
  }
}

extension Node.Member {
  fileprivate var isMerge: Bool { key == "<<" && keyRange.text == "<<" }
}
