internal import Bytes
internal import Engine
internal import Records

/// The errors of a stream that no rule decides, by their ``ErrorShape`` and by the responder where they ended: enough to tell which
/// rules at the ends of the responders would take them, without the stream.
package struct ErrorShapes: Sendable {
  /// The errors that are counted.
  package enum Ending: Sendable {
    /// Errors that nobody handles, by the root.
    case unhandled
    /// Errors that an `otherwise` handles, by its responder.
    case otherwise
  }

  package struct Shape: Sendable {
    /// The responder where they ended.
    package let responder: Int
    /// A record.
    package let record: [UInt8]
    package let errors: Int
  }

  package let shapes: [Shape]
}

/// Counts errors by shape, until there are too many shapes. The shapes of all workers together decide that, so that it does not depend
/// on how the stream was divided.
struct ShapeCounts: ~Copyable {
  private static let most = 8_192
  private static let mostRecent = 4_096
  /// A longer shape is not kept.
  private static let longest = 4_096

  /// A message that was folded lately, and the place of its shape.
  struct Recent: BitwiseCopyable {
    var hash: UInt64 = 0
    var place: Int32 = -1
  }

  private let ending: ErrorShapes.Ending?
  /// The responders of the clauses that are an `otherwise`; nil for other clauses.
  private let responders: [ResponderIndex?]
  private var places = HashSlots(limit: most)
  private var errors: [Int] = []
  private var shapes: [(responder: Int, record: [UInt8])] = []
  private var isIncomplete = false
  private var template = Buffer<UInt8>(capacity: 1_024)
  /// The shapes seen last, by the last bits of their hashes.
  private var recent = Buffer<Recent>()

  /// - Parameter ending: nil if nothing is counted.
  init(_ ending: ErrorShapes.Ending?, _ chain: ResponderChain) {
    self.ending = ending
    responders =
      ending == .otherwise
      ? chain.clauses.map { $0.kind == .otherwise ? ResponderIndex($0.responder) : nil } : []
  }

  var isOn: Bool { ending != nil }

  /// Nil if nothing was counted, or if there are errors without a shape.
  var counted: ErrorShapes? {
    guard isOn, !isIncomplete else { return nil }
    return ErrorShapes(
      shapes: zip(shapes, errors).map { .init(responder: $0.responder, record: $0.record, errors: $1) })
  }

  mutating func count(known answer: CachedOutcome, _ evaluator: borrowing Evaluator) {
    if ending == .unhandled, answer.isHandled { return }
    count(evaluator.resolution(known: answer.number), evaluator)
  }

  mutating func count(_ resolution: Outcome.Resolution, _ evaluator: borrowing Evaluator) {
    guard !isIncomplete, !resolution.isEvent, let responder = responder(of: resolution) else { return }
    guard let shape = evaluator.shape else {
      isIncomplete = true
      return
    }
    var hash = FastHash(seed: shape.head)
    hash.add(UInt8(truncatingIfNeeded: responder))
    hash.add(UInt8(truncatingIfNeeded: responder >> 8))
    guard let message = shape.message else {
      if let place = place(of: hash.value, responder, nil, evaluator) { errors[place] += 1 }
      return
    }
    var whole = hash
    whole.add(message)
    let slot = Int(whole.value & UInt64(Self.mostRecent - 1))
    if recent.isEmpty { recent.append(repeating: Recent(), count: Self.mostRecent) }
    if recent[slot].hash == whole.value, recent[slot].place >= 0 {
      errors[Int(recent[slot].place)] += 1
      return
    }
    template.removeAll()
    MessageTemplate.append(of: message, to: &template)
    hash.add(template.slice)
    guard let place = place(of: hash.value, responder, template.slice, evaluator) else { return }
    recent[slot] = Recent(hash: whole.value, place: Int32(place))
    errors[place] += 1
  }

  /// Adds the counts of another one, and empties it.
  mutating func take(_ other: inout ShapeCounts) {
    if other.isIncomplete { isIncomplete = true }
    for index in other.shapes.indices {
      if let place = place(of: other.places[index], { other.shapes[index] }) {
        errors[place] += other.errors[index]
      }
    }
    other = ShapeCounts(other)
  }

  /// An empty one of the same kind.
  private init(_ other: borrowing ShapeCounts) { (ending, responders) = (other.ending, other.responders) }

  private mutating func place(
    of hash: UInt64, _ responder: Int, _ template: ByteSlice?, _ evaluator: borrowing Evaluator
  ) -> Int? {
    let known = places.place(of: hash)
    if known >= 0 { return known }
    var record = Buffer<UInt8>(capacity: 1_024)
    evaluator.appendShape(with: template, to: &record)
    guard record.count <= Self.longest else {
      isIncomplete = true
      return nil
    }
    return place(of: hash) { (responder, Array(record.slice.buffer)) }
  }

  /// The place of a shape, which may be new; nil if there is no room.
  private mutating func place(of hash: UInt64, _ shape: () -> (Int, [UInt8])) -> Int? {
    let known = places.place(of: hash)
    if known >= 0 { return known }
    guard shapes.count < Self.most else {
      isIncomplete = true
      return nil
    }
    places.append(hash)
    errors.append(0)
    shapes.append(shape())
    return shapes.count - 1
  }

  private func responder(of resolution: Outcome.Resolution) -> Int? {
    switch ending {
    case .unhandled: resolution.isHandled ? nil : resolution.root.place
    case .otherwise: resolution.clause.place.flatMap { responders[$0]?.place }
    case nil: nil
    }
  }
}
