internal import Source

/// An argument of a tool, and the place that it has in the command line.
struct Parameter: Sendable {
  enum Kind: Sendable {
    case text
    /// A file or folder below the server's folder.
    case path
    case paths
    case texts
    case flag
    case integer(atLeast: Int)
    case choice([String])
    /// A recorded error as an object. It becomes the input of the command.
    case record
  }

  let name: String
  let kind: Kind
  let description: String
  /// Such as `--where`; nil for a value without an option.
  let option: String?
  let isRequired: Bool
  /// The words used in place of a list that is left out.
  let ifMissing: [String]
  /// The words of the command line that mean its absence.
  let absent: [String]

  init(
    _ name: String, _ kind: Kind, _ description: String, option: String? = nil, isRequired: Bool = false,
    ifMissing: [String] = [], absent: [String] = []
  ) {
    self.name = name
    self.kind = kind
    self.description = description
    self.option = option
    self.isRequired = isRequired
    self.ifMissing = ifMissing
    self.absent = absent
  }

  /// Its JSON Schema.
  var schema: Node {
    let text: [(String, Node)] = [("type", .made("string"))]
    var members: [(String, Node)] =
      switch kind {
      case .text, .path: text + [("minLength", .made(1))]
      case .texts, .paths:
        [
          ("type", .made("array")), ("items", .made(text + [("minLength", .made(1))])),
          ("minItems", .made(1)),
        ]
      case .flag: [("type", .made("boolean"))]
      case .integer(let least): [("type", .made("integer")), ("minimum", .made(least))]
      case .choice(let words): text + [("enum", .made(words.map { .made($0) }))]
      case .record: [("type", .made("object"))]
      }
    members.append(("description", .made(description)))
    if !ifMissing.isEmpty { members.append(("default", .made(ifMissing.map { .made($0) }))) }
    return .made(members)
  }
}
