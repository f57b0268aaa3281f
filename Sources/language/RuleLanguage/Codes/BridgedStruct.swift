internal import Bytes
package import Source

/// A Swift struct of Foundation or of a framework, whose errors are recorded with the domain and code that they bridge to.
package final class BridgedStruct: Sendable {
  package let name: String
  package let domain: String
  private let modules: [String]
  /// The texts before and after a member's name in its symbol.
  private let prefix: String
  private let suffix: String
  /// The symbols by lower-case text, once they were asked for.
  private let symbols = Lock<[String: String]?>(nil)

  private init(_ name: String, _ table: CodeTable, prefix: String, suffix: String) {
    self.name = name
    domain = table.domain
    modules = ["Foundation", "FoundationEssentials", "FoundationNetworking"]
    self.prefix = prefix
    self.suffix = suffix
  }

  private init(_ codes: FrameworkCodes) {
    name = codes.type
    domain = codes.domain
    modules = [codes.module]
    prefix = codes.prefix
    suffix = ""
  }

  package static let all =
    [
      BridgedStruct("URLError", .foundationURL, prefix: "NSURLError", suffix: ""),
      BridgedStruct("CocoaError", .cocoa, prefix: "NS", suffix: "Error"),
      BridgedStruct("POSIXError", .posix, prefix: "", suffix: ""),
    ] + FrameworkCodes.all.map { BridgedStruct($0) }

  /// The struct of a type's name, qualified or not: `URLError`, `Foundation.URLError`.
  package static func named(_ type: String) -> BridgedStruct? {
    // Most names of types are passed over before the list is made.
    guard type.hasSuffix("Error") || type.hasSuffix("Errors") || type.hasSuffix("ErrorCode") else {
      return nil
    }
    let parts = type.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = parts.last, let found = all.first(where: { $0.name == last }) else { return nil }
    return parts.dropLast().allSatisfy { found.modules.contains(String($0)) } ? found : nil
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

  private func withSymbols<Result>(_ body: ([String: String]) -> Result) -> Result {
    symbols.withLock { known in
      let all =
        known
        ?? Dictionary(
          (CodeTable.builtIn(domain)?.codes ?? [:]).keys.map { ($0.lowercased(), $0) },
          uniquingKeysWith: { min($0, $1) })
      known = all
      return body(all)
    }
  }

  /// The symbol of a member such as `timedOut`, `.timedOut` or `URLError.Code.timedOut`; nil if it has none.
  package func symbol(of member: String) -> String? {
    if let (type, _) = Self.member(member), type.domain != domain { return nil }
    let name = member.split(separator: ".").last.map { String($0) } ?? ""
    return withSymbols { $0["\(prefix)\(name)\(suffix)".lowercased()] ?? $0[name.lowercased()] }
  }

  /// The name in Swift of a symbol, such as `CKError.zoneBusy`; nil for one that no rule of Swift's makes.
  package func swiftName(of symbol: String) -> String? {
    guard !name.isEmpty,
      prefix.isEmpty || prefix.hasPrefix("NS")
        || prefix.indices.contains(where: { prefix[$0...].hasPrefix("Error") }),
      symbol.hasPrefix(prefix)
    else { return nil }
    // errno symbols keep their names.
    if prefix.isEmpty { return "\(name).\(symbol)" }
    var member = Substring(symbol).dropFirst(prefix.count)
    if !suffix.isEmpty, member.hasSuffix(suffix) { member = member.dropLast(suffix.count) }
    let capitals = member.prefix { "A"..."Z" ~= $0 }.count
    // DNSLookupFailed is dnsLookupFailed.
    let lowered = capitals > 1 && capitals < member.count ? capitals - 1 : capitals
    return "\(name).\(member.prefix(lowered).lowercased())\(member.dropFirst(lowered))"
  }

  /// The nearest symbol to that of an unknown member; nil if none is near.
  package func nearestSymbol(to member: String) -> String? {
    let name = member.split(separator: ".").last ?? ""
    return withSymbols { Suggestion.closest(to: "\(prefix)\(name)\(suffix)", among: $0.values.sorted()) }
  }
}
