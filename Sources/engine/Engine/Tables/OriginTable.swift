internal import Bytes
internal import Records

/// The first responder of each origin: ids, names and prefixes, the longest first.
struct OriginTable: ~Copyable {
  struct Slot: NamedEntry {
    var name = TextSpan(offset: 0, length: 0)
    /// The responder with this id; the one that claims the name; the one that claims everything below it.
    var id = ResponderIndex.nowhere
    var exact = ResponderIndex.nowhere
    var prefix = ResponderIndex.nowhere
  }

  private let names: NameTable<Slot>
  /// The responder for unknown origins: `defaults.responder` or the only root; none if they have none.
  private let fallback: ResponderIndex
  private let hasPrefixes: Bool
  private let isOne: Bool

  init(_ names: [Slot], _ texts: borrowing Buffer<UInt8>, fallback: ResponderIndex) {
    self.names = NameTable(names, texts)
    self.fallback = fallback
    hasPrefixes = names.contains { !$0.prefix.isNone }
    isOne = names.allSatisfy { name in
      [name.id, name.exact, name.prefix].allSatisfy { $0.isNone || $0 == fallback }
    }
  }

  /// The first responder if it is the same for every origin, or else nil.
  var only: ResponderIndex? { isOne ? fallback : nil }

  /// The first responder of an origin. `texts` are those that the table was built with.
  func responder(for origin: Value, _ texts: borrowing Buffer<UInt8>) -> ResponderIndex {
    guard !isOne, origin.kind == .string else { return fallback }
    let text = origin.text
    if let slot = names.entry(named: text, texts) {
      if !slot.id.isNone { return slot.id }
      if !slot.exact.isNone { return slot.exact }
      if !slot.prefix.isNone { return slot.prefix }
    }
    var length = hasPrefixes ? text.count : 0
    while length > 0 {
      length -= 1
      guard text[length] == UInt8(ascii: ".") else { continue }
      if let slot = names.entry(named: text[0..<length], texts), !slot.prefix.isNone { return slot.prefix }
    }
    return fallback
  }
}
