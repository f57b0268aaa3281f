internal import RuleEngine

/// Hashes of messages' templates, by the hashes of the messages.
struct MessageKinds: ~Copyable {
  private var messages = HashSlots(limit: limit)
  private var hashes = Buffer<UInt64>()
  private static let limit = 4_096

  /// The template's hash if the message identifies the last record; `identity` if something else does.
  mutating func hash(_ evaluator: borrowing Evaluator, identity: UInt64) -> UInt64 {
    let known = messages.place(of: identity)
    if known >= 0 { return hashes[known] }
    guard let message = evaluator.identifyingMessage else { return identity }
    let hash = Self.hash(ofTemplateOf: message)
    if messages.count == Self.limit {
      messages = HashSlots(limit: Self.limit)
      hashes.removeAll()
    }
    messages.append(identity)
    hashes.append(hash)
    return hash
  }

  static func hash(ofTemplateOf message: ByteSlice) -> UInt64 {
    var template = Buffer<UInt8>(capacity: 256)
    MessageTemplate.append(of: message, to: &template)
    var hash = FastHash(seed: 7)
    hash.add(template.slice)
    return hash.value
  }
}
