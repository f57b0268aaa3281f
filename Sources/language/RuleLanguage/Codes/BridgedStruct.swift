internal import Bytes
package import Source

/// A Swift struct of Foundation whose errors are recorded with the domain and code that they bridge to.
package struct BridgedStruct: Sendable {
  package let name: String
  package let domain: String
  /// The texts before and after a member's name in its symbol.
  private let prefix: String
  private let suffix: String
  /// The symbols by lower-case text.
  private let symbols: [String: String]

  private init(_ name: String, _ table: CodeTable, prefix: String, suffix: String) {
    self.name = name
    domain = table.domain
    self.prefix = prefix
    self.suffix = suffix
    symbols = Dictionary(table.codes.keys.map { ($0.lowercased(), $0) }, uniquingKeysWith: { min($0, $1) })
  }

  /// The names, to pass over other types before the tables are read.
  private static let names = ["URLError", "CocoaError", "POSIXError"]

  package static let all = [
    BridgedStruct("URLError", .foundationURL, prefix: "NSURLError", suffix: ""),
    BridgedStruct("CocoaError", .cocoa, prefix: "NS", suffix: "Error"),
    BridgedStruct("POSIXError", .posix, prefix: "", suffix: ""),
  ]

  /// The struct of a type's name, qualified or not: `URLError`, `Foundation.URLError`.
  package static func named(_ type: String) -> BridgedStruct? {
    guard names.contains(where: { type.hasSuffix($0) }) else { return nil }
    let parts = type.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = parts.last, let found = all.first(where: { $0.name == last }) else { return nil }
    let modules: Set<Substring> = ["Foundation", "FoundationEssentials", "FoundationNetworking"]
    return parts.dropLast().allSatisfy { modules.contains($0) } ? found : nil
  }

  /// The struct and the member of a text such as `URLError.timedOut` or `URLError.Code.timedOut`.
  package static func member(_ text: String) -> (type: BridgedStruct, member: String)? {
    var parts = text.split(separator: ".").map { String($0) }
    guard parts.count > 1, let member = parts.popLast() else { return nil }
    if parts.last == "Code" { parts.removeLast() }
    return named(parts.joined(separator: ".")).map { ($0, member) }
  }

  /// The struct that `type` names in a mapping without `domain`, if a word of its `code` is one of the struct's members.
  ///
  /// There, `type` means the struct's domain, and the words mean their codes. `values` are the scalars of a value.
  package static func meant(by mapping: [Node.Member], values: (Node) -> [Node]) -> BridgedStruct? {
    func value(_ key: String) -> Node? { mapping.first { $0.key == key }?.value }
    guard value("domain") == nil, let code = value("code"), let found = value("type")?.string.flatMap(named),
      values(code).contains(where: { $0.string.flatMap(found.symbol) != nil })
    else { return nil }
    return found
  }

  /// The symbol of a member such as `timedOut`, `.timedOut` or `URLError.Code.timedOut`; nil if it has none.
  package func symbol(of member: String) -> String? {
    let name = member.split(separator: ".").last.map { String($0) } ?? ""
    return symbols["\(prefix)\(name)\(suffix)".lowercased()] ?? symbols[name.lowercased()]
  }

  /// The nearest symbol to that of an unknown member; nil if none is near.
  package func nearestSymbol(to member: String) -> String? {
    let name = member.split(separator: ".").last ?? ""
    return Suggestion.closest(to: "\(prefix)\(name)\(suffix)", among: symbols.values.sorted())
  }
}
