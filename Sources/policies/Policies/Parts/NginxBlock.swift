internal import Source

/// A block of nginx's configuration, with the blocks around it.
struct NginxBlock {
  /// A directive, which may be a block.
  struct Directive {
    let name: String
    /// The name, for findings about the whole directive.
    let keyword: PolicyValue
    let words: [PolicyValue]
    fileprivate let node: Node
  }

  /// Empty for the file itself.
  let name: String
  let keyword: PolicyValue
  let words: [PolicyValue]
  let directives: [Directive]
  /// The blocks from the file to the one around this.
  let path: [NginxBlock]

  /// The file itself.
  init(_ root: PolicyValue) {
    name = ""
    keyword = root
    words = []
    directives = Self.directives(root[NginxParser.root]?.members ?? [], root)
    path = []
  }

  private init(_ directive: Directive, in outer: NginxBlock) {
    name = directive.name
    keyword = directive.keyword
    words = directive.words
    directives = Self.directives(directive.node.members ?? [], directive.keyword)
    path = outer.path + [outer]
  }

  private static func directives(_ members: [Node.Member], _ root: PolicyValue) -> [Directive] {
    members.filter { $0.key != NginxParser.words }.map { member in
      let value = PolicyValue(member.value, root.findings, key: member.key)
      let words = value.elements ?? value[NginxParser.words]?.elements ?? []
      return Directive(
        name: member.key, keyword: value.at(member.keyRange), words: words, node: member.value)
    }
  }

  func directives(_ name: String) -> [Directive] { directives.filter { $0.name == name } }

  func blocks(_ names: Set<String>) -> [NginxBlock] {
    directives.filter { names.contains($0.name) && $0.node.members != nil }.map { NginxBlock($0, in: self) }
  }

  /// The block and all inside it.
  var all: [NginxBlock] {
    [self] + directives.filter { $0.node.members != nil }.flatMap { NginxBlock($0, in: self).all }
  }

  /// The directives of this name that count here: those of the nearest block that has any.
  func inherited(_ name: String) -> [Directive] {
    for block in [self] + path.reversed() {
      let found = block.directives(name)
      if !found.isEmpty { return found }
    }
    return []
  }
}
