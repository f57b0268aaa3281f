internal import Source

/// An application's properties as Spring has them: a name for each value, whether it is written as one key or as several.
struct SpringProperties {
  struct Leaf {
    /// The path without the common prefix.
    let path: [String]
    /// Where each of these names is written.
    let places: [SourceRange]
    let value: PolicyValue

    /// The value, at its name.
    var name: PolicyValue { value.at(places[places.count - 1]) }
  }

  private(set) var leaves: [Leaf] = []

  init(_ root: PolicyValue, below prefix: [String]) {
    for document in Self.documents(root) where Self.profile(document) == nil {
      collect(document, at: [], [], below: prefix)
    }
  }

  /// A file may have several documents; a later one replaces what the earlier ones say.
  private static func documents(_ root: PolicyValue) -> [PolicyValue] { root.elementsOrSelf }

  /// The profile with which a document counts, if it does not always.
  private static func profile(_ document: PolicyValue) -> PolicyValue? {
    let paths = [["spring", "config", "activate", "onprofile"], ["spring", "profiles"]]
    for path in paths {
      var properties = SpringProperties()
      properties.collect(document, at: [], [], below: Array(path.dropLast()))
      let named = properties.leaves.first { $0.path.map { plain($0) } == path.suffix(1) }
      if let named { return named.value }
    }
    return nil
  }

  private init() {}

  /// Reports the documents that are left out, if they say something below this prefix.
  static func reportProfiles(_ root: PolicyValue, below prefix: [String]) {
    for document in documents(root) {
      guard let profile = profile(document) else { continue }
      var properties = SpringProperties()
      properties.collect(document, at: [], [], below: prefix)
      guard !properties.leaves.isEmpty else { continue }
      profile.lost("This counts with the profile “\(profile.text)”; the rules are without it.")
    }
  }

  private mutating func collect(
    _ value: PolicyValue, at path: [String], _ places: [SourceRange], below prefix: [String]
  ) {
    for member in value.members ?? [] {
      let parts = Self.parts(member.key)
      let path = path + parts
      let places = places + parts.map { _ in member.keyRange }
      guard zip(path, prefix).allSatisfy({ Self.plain($0) == $1 }) else { continue }
      if let members = member.value.members, !members.isEmpty {
        collect(value.with(member.value), at: path, places, below: prefix)
      } else if path.count > prefix.count {
        leaves.append(
          Leaf(
            path: Array(path.dropFirst(prefix.count)), places: Array(places.dropFirst(prefix.count)),
            value: value.with(member.value)))
      }
    }
  }

  /// `a.b` is two names, `[a.b]` is one.
  private static func parts(_ key: String) -> [String] {
    if key.hasPrefix("["), key.hasSuffix("]") { return [String(key.dropFirst().dropLast())] }
    return key.split(separator: ".").map { String($0) }
  }

  /// A name without what its spellings differ in.
  static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "-" && $0 != "_" }
  }

  /// The value of a property; nil, and reported, if it is known only where the application runs.
  static func resolved(_ value: PolicyValue) -> PolicyValue? {
    guard let text = value.string, text.contains("${") else { return value }
    let isWhole = text.hasPrefix("${") && text.hasSuffix("}") && !text.dropFirst(2).contains("${")
    let parts = text.dropFirst(2).dropLast().split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard isWhole, parts.count == 2 else {
      value.lost("“\(text)” is known only at run time, so the rules omit it.")
      return nil
    }
    value.lost("“\(text)” may have another value where the application runs; the rules have this one.")
    return value.with(.text(String(parts[1]), at: value.place))
  }

  /// A flag in one of Spring's words for it.
  static func flag(_ value: PolicyValue) -> Bool? {
    if case .bool(let flag) = value.node.content { return flag }
    switch value.text.lowercased() {
    case "true", "on", "yes", "1": return true
    case "false", "off", "no", "0": return false
    default: return nil
    }
  }
}
