internal import Source

/// A location of a server, with the directive that passes its requests on.
struct NginxLocation {
  /// Nil for the server itself.
  let block: NginxBlock
  /// The module that passes requests on: `proxy`; nil if nothing does.
  let module: String?
  let pass: NginxBlock.Directive?

  init(_ block: NginxBlock) {
    self.block = block
    let module = NginxRetryPolicy.modules.first { !block.directives("\($0)_pass").isEmpty }
    self.module = module
    pass = module.flatMap { block.directives("\($0)_pass").last }
  }

  /// The locations of a server in the order in which nginx asks them. Those of the same kind are asked the longest first, and
  /// expressions as they are written.
  static func all(in server: NginxBlock) -> [NginxLocation] {
    let found = locations(in: server).enumerated().sorted {
      $0.element.rank == $1.element.rank ? $0.offset < $1.offset : $0.element.rank < $1.element.rank
    }
    return found.map { $0.element } + [NginxLocation(server)]
  }

  private static func locations(in block: NginxBlock) -> [NginxLocation] {
    block.blocks(["location"]).flatMap { [NginxLocation($0)] + locations(in: $0) }
  }

  private var modifier: String { block.words.count > 1 ? block.words[0].text : "" }
  var path: PolicyValue? { block.name == "location" ? block.words.last : nil }

  private var rank: (Int, Int) {
    let length = path?.text.utf8.count ?? 0
    return switch modifier {
    case "=": (0, 0)
    case "^~": (1, -length)
    case "~", "~*": (2, 0)
    default: (3, -length)
    }
  }

  /// The address or the name of the group to which requests go, without protocol and path.
  var target: String? {
    guard var text = pass?.words.first?.text else { return nil }
    if let range = text.firstRange(of: "://") { text = String(text[range.upperBound...]) }
    return text.hasPrefix("unix:") ? text : String(text.prefix { $0 != "/" })
  }

  /// Operators on the attribute `request`, such as `GET /pay HTTP/1.1`.
  ///
  /// - Returns: nil if all requests are meant, or none that a path can tell.
  var request: ImportedValue? {
    guard let path, !path.text.hasPrefix("@") else { return nil }
    let text = path.text
    var members: [(key: String, value: ImportedValue)] = []
    switch modifier {
    case "~", "~*":
      // The path ends before its query, and the request goes on behind it.
      let ends = text.hasSuffix("$") && !text.hasSuffix("\\$")
      let body = ends ? String(text.dropLast()) : text
      let start = body.hasPrefix("^") ? "\(body.dropFirst())" : "[^? ]*?(?:\(body))"
      members = [("matches", .text("^\\S+ \(start)\(ends ? "(?:[? ]|$)" : "")"))]
      if modifier == "~*" { members.append(("ignoreCase", true)) }
    case "=": members = [("matches", .text("^\\S+ \(text.asPattern)(?:[? ]|$)"))]
    default:
      if text == "/" { return nil }
      members = [("matches", .text("^\\S+ \(text.asPattern)"))]
    }
    return .placed(.mapping(members), path.place)
  }

  /// Whether only nginx's own library reads the expression, or its locations have no path.
  var unreadable: PolicyValue? {
    guard let path else { return nil }
    let isExpression = modifier == "~" || modifier == "~*"
    let foreign = ["(?=", "(?!", "(?<", "(?>", "\\1", "\\2", "++", "*+", "?+", "$|", "$)", "(^", "|^"]
    if isExpression, foreign.contains(where: { path.text.contains($0) }) { return path }
    return path.text.hasPrefix("@") ? path : nil
  }
}
