internal import Engine

/// The origins of the errors that start at each responder, found once for all of them.
struct StartingOrigins {
  /// Names that a responder has or claims, and names of which it claims everything below, in the program's order.
  struct Claims {
    var names: [String] = []
    var prefixes: [String] = []
  }

  /// The origins by the first enabled responder on the way up.
  private(set) var byEnabled: [Int: Claims] = [:]
  /// The origins without an enabled responder above, by root.
  private(set) var byRoot: [Int: Claims] = [:]
  private(set) var allNames: [String] = []
  private(set) var allPrefixes: [String] = []
  /// Names below a prefix that others claim; only they narrow it.
  private var namesBelow: [ExactText: [String]] = [:]
  private var prefixesBelow: [ExactText: [String]] = [:]

  init(_ program: RuleProgram) {
    var places: [Int: (enabled: Int?, root: Int)] = [:]
    let claimed = program.origins.filter { ($0.id ?? $0.exact ?? $0.prefix) != nil }
    let prefixes = Set(claimed.filter { $0.prefix != nil }.map { ExactText($0.name) })
    for origin in claimed {
      allNames.append(origin.name)
      if let start = origin.id ?? origin.exact ?? origin.prefix {
        change(Self.place(of: start, program, &places)) { $0.names.append(origin.name) }
      }
      let above = Self.above(origin.name).map { ExactText($0) }.filter { prefixes.contains($0) }
      for prefix in above { namesBelow[prefix, default: []].append(origin.name) }
      guard let start = origin.prefix else { continue }
      allPrefixes.append(origin.name)
      change(Self.place(of: start, program, &places)) { $0.prefixes.append(origin.name) }
      for prefix in above { prefixesBelow[prefix, default: []].append(origin.name) }
    }
  }

  func names(below prefix: String) -> [String] { namesBelow[ExactText(prefix)] ?? [] }

  func prefixes(below prefix: String) -> [String] { prefixesBelow[ExactText(prefix)] ?? [] }

  private mutating func change(_ place: (enabled: Int?, root: Int), _ body: (inout Claims) -> Void) {
    if let enabled = place.enabled {
      body(&byEnabled[enabled, default: Claims()])
    } else {
      body(&byRoot[place.root, default: Claims()])
    }
  }

  /// The first enabled responder on the way up, and the root. What is found on the way is kept.
  private static func place(
    of responder: Int, _ program: RuleProgram, _ known: inout [Int: (enabled: Int?, root: Int)]
  ) -> (enabled: Int?, root: Int) {
    var way: [Int] = []
    var next: Int? = responder
    var found: (enabled: Int?, root: Int) = (nil, responder)
    while let index = next {
      if let place = known[index] {
        found = place
        break
      }
      way.append(index)
      found.root = index
      next = program.responders[index].parent
    }
    for index in way.reversed() {
      if program.responders[index].isEnabled { found.enabled = index }
      known[index] = found
    }
    return found
  }

  /// The names that end before one of its dots: `a` and `a.b` for `a.b.c`.
  private static func above(_ name: String) -> [String] {
    name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: ".") }.map { String(name[..<$0]) }
  }
}
