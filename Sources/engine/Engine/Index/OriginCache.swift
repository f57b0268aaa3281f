internal import Bytes
internal import Records

/// The first responders of recent origins: a cache of ``OriginTable`` for origins of at most 32 bytes.
struct OriginCache: ~Copyable {
  struct Entry: BitwiseCopyable {
    var origin = ValueText.empty
    var responder = ResponderIndex.nowhere
    var isUsed = false
  }

  private static let size = 1 << 9
  private var entries = Buffer<Entry>(capacity: size)

  init() {
    entries.append(repeating: Entry(), count: Self.size)
  }

  @inline(__always)
  func find(_ origin: ValueText) -> ResponderIndex? {
    let entry = entries.base[place(of: origin)]
    return entry.isUsed && entry.origin == origin ? entry.responder : nil
  }

  mutating func remember(_ origin: ValueText, _ responder: ResponderIndex) {
    entries[place(of: origin)] = Entry(origin: origin, responder: responder, isUsed: true)
  }

  @inline(__always)
  private func place(of origin: ValueText) -> Int {
    Int(truncatingIfNeeded: origin.hash(with: 0) >> 32) & (Self.size - 1)
  }
}
