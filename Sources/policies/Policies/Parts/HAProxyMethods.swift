internal import Source

/// The methods of requests that HAProxy does not send again once they are delivered: `http-request disable-l7-retry`.
struct HAProxyMethods {
  private var excluded: [String] = []
  /// Nil for all.
  private var only: [String]?

  /// The access lists that HAProxy defines itself.
  private static let named: [String: [String]] = [
    "METH_CONNECT": ["CONNECT"], "METH_DELETE": ["DELETE"], "METH_GET": ["GET", "HEAD"],
    "METH_HEAD": ["HEAD"], "METH_OPTIONS": ["OPTIONS"], "METH_POST": ["POST"], "METH_PUT": ["PUT"],
    "METH_TRACE": ["TRACE"],
  ]

  init(_ section: HAProxySection) {
    var lists = Self.named
    for line in section.all("acl") where line.arguments.count > 2 && line.arguments[1].text == "method" {
      lists[line.arguments[0].text, default: []] += line.arguments.dropFirst(2).map { $0.text }
    }
    for line in section.all("http-request") where line.arguments.first?.text == "disable-l7-retry" {
      guard let condition = Self.condition(line.arguments.dropFirst().map { $0.text }, lists) else {
        line.value.lost(
          "This condition is not read: the rules send again what HAProxy does not. Conditions on the method are read."
        )
        continue
      }
      if condition.isInverted {
        only = (only ?? condition.methods).filter { condition.methods.contains($0) }
      } else {
        excluded += condition.methods
      }
    }
  }

  /// Methods, or all others; nil if the condition is about something else.
  private static func condition(_ words: [String], _ lists: [String: [String]])
    -> (methods: [String], isInverted: Bool)?
  {
    // Without a condition it holds for any method.
    guard let first = words.first else { return ([], true) }
    var methods: [String] = []
    var isInverted: Bool?
    for term in words.dropFirst().split(whereSeparator: { $0 == "or" || $0 == "||" }) {
      var term = Array(term)
      var inverts = first == "unless"
      while let head = term.first, head.hasPrefix("!") {
        inverts.toggle()
        term[0].removeFirst()
        if term[0].isEmpty { term.removeFirst() }
      }
      let found: [String]?
      if term.count > 3, term[0] == "{", term[1] == "method", term.last == "}" {
        found = Array(term[2..<(term.count - 1)])
      } else {
        found = term.count == 1 ? lists[term[0]] : nil
      }
      guard let found, isInverted == nil || isInverted == inverts && !inverts else { return nil }
      methods += found
      isInverted = inverts
    }
    return isInverted.map { (methods, $0) }
  }

  /// Whether there are requests that are sent again.
  var isEmpty: Bool { only.map { $0.allSatisfy { excluded.contains($0) } } ?? false }

  /// The members of a rule's `when` that hold for requests that are sent again.
  var members: [(key: String, value: ImportedValue)] {
    if let only {
      let methods = only.filter { !excluded.contains($0) }
      return [("attributes", ["method": .texts(methods)])]
    }
    let exists: (key: String, value: ImportedValue) = ("attributes", ["method": ["exists": true]])
    if excluded.isEmpty { return [exists] }
    return [exists, ("not", ["attributes": ["method": .texts(excluded)]])]
  }
}
