internal import Source

/// The conditions of a rule on an HTTP request, by the names that OpenTelemetry's conventions have for attributes.
struct RequestConditions {
  private var attributes: [(key: String, value: Node)] = []
  private var matchers: [Node] = []

  var count: Int { attributes.count + matchers.count }

  mutating func require(_ attribute: String, _ operators: Node) {
    if attributes.contains(where: { $0.key == attribute }) {
      require(.attribute(attribute, operators))
    } else {
      attributes.append((attribute, operators))
    }
  }

  mutating func require(_ matcher: Node) { matchers.append(matcher) }

  mutating func require(_ header: HeaderCondition) {
    if let attribute = header.attribute, !header.isInverted {
      require(attribute, header.operators)
    } else {
      require(header.matcher)
    }
  }

  /// One of them holds.
  mutating func require(anyOf headers: [HeaderCondition], at place: SourceRange) {
    if headers.count == 1 {
      require(headers[0])
    } else if !headers.isEmpty {
      require(.mapping([("any", .list(headers.map { $0.matcher }, at: place))], at: place))
    }
  }

  /// One of them holds.
  mutating func require(anyOf alternatives: [RequestConditions], at place: SourceRange) {
    if alternatives.count == 1 {
      for (key, value) in alternatives[0].attributes { require(key, value) }
      matchers += alternatives[0].matchers
    } else {
      let any = alternatives.map { Node.mapping($0.members(at: place), at: place) }
      require(.mapping([("any", .list(any, at: place))], at: place))
    }
  }

  /// The members of a rule's `when`, where these conditions hold and one of `clauses`, of which there may be none.
  func members(_ clauses: [Node] = [], at place: SourceRange) -> [(key: String, value: Node)] {
    var members: [(key: String, value: Node)] = []
    if !attributes.isEmpty { members.append(("attributes", .mapping(attributes, at: place))) }
    if !matchers.isEmpty { members.append(("all", .list(matchers, at: place))) }
    if clauses.count == 1, let clause = clauses[0].members,
      attributes.isEmpty || clauses[0]["attributes"] == nil
    {
      members += clause.map { ($0.key, $0.value) }
    } else if !clauses.isEmpty {
      members.append(("any", .list(clauses, at: place)))
    }
    return members
  }
}

/// A condition on a header.
struct HeaderCondition {
  /// Nil for the status of a response.
  let attribute: String?
  let operators: Node
  /// The header must be there, and the operators do not hold.
  let isInverted: Bool

  var matcher: Node {
    let place = operators.range
    let condition =
      attribute.map { Node.attribute($0, operators) } ?? Node(["status": .node(operators)], at: place)
    guard isInverted else { return condition }
    let inverted: ImportedValue = ["not": .node(condition)]
    guard let attribute else { return Node(inverted, at: place) }
    let exists = Node.attribute(attribute, .exists(true, at: place))
    return Node(["all": [.node(exists), inverted]], at: place)
  }
}

extension Node {
  static func attribute(_ name: String, _ operators: Node) -> Node {
    Node(["attributes": .mapping([(name, .node(operators))])], at: operators.range)
  }

  static func exists(_ exists: Bool, at place: SourceRange) -> Node {
    Node(["exists": .flag(exists)], at: place)
  }

  /// Such as `{ hasPrefix: /api }`; an expression, after `matches`, covers the whole text.
  static func operators(_ name: String, _ text: String, ignoringCase: Bool = false, at place: SourceRange)
    -> Node
  {
    let value = ImportedValue.text(name == "matches" ? "^(?:\(text))$" : text)
    return Node(.mapping([(name, value)] + (ignoringCase ? [("ignoreCase", true)] : [])), at: place)
  }

  /// Paths that begin with the elements of this one.
  static func pathPrefix(_ path: String, ignoringCase: Bool = false, at place: SourceRange) -> Node {
    operators("matches", "\(path.asPattern)(?:/.*)?", ignoringCase: ignoringCase, at: place)
  }
}

extension String {
  /// An expression that matches this text only.
  var asPattern: String {
    reduce(into: "") { $0 += "\\.+*?()|[]{}^$".contains($1) ? "\\\($1)" : "\($1)" }
  }
}
