internal import RuleEngine
internal import SwiftErrors

/// One version of a rule set, and the seats where errors are answered by it. Whoever began with it ends with it.
final class ChainVersion: Sendable {
  let number: Int
  let chain: ResponderChain
  let memory: LiveMemory
  /// The file it was read from, as it was; nil where it was no file.
  let stamp: RuleFileBytes.Stamp?
  let responderPlaces: [String: Int]
  private let plugins: PluginTable
  private let settings: ChainSettings
  private let asked: RecordParts
  private let free: Lock<[Seat]>

  /// How many seats are kept while nobody uses them.
  private static let spareSeats = 16

  init(
    _ number: Int,
    _ chain: ResponderChain,
    _ plugins: PluginTable,
    _ settings: ChainSettings,
    stamp: RuleFileBytes.Stamp?,
    after old: ChainVersion?
  ) {
    self.number = number
    self.chain = chain
    self.plugins = plugins
    self.settings = settings
    self.stamp = stamp
    memory = LiveMemory(chain, capacity: settings.limits.stateKeys, after: old?.memory)
    asked = chain.askedParts
    responderPlaces = Dictionary(
      chain.responders.enumerated().map { ($0.element, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
    var seats: [Seat] = []
    seats.reserveCapacity(Self.spareSeats)
    free = Lock(seats)
  }

  /// Answers with a seat of its own, which no one else has meanwhile. Nobody waits for a seat: where none is free, another
  /// one is made.
  func withSeat<Answer>(_ body: (Seat) -> Answer) -> Answer {
    let seat = free.withLock { $0.popLast() } ?? Seat(chain, plugins, settings, memory, asked: asked)
    defer {
      free.withLock { seats in
        if seats.count < Self.spareSeats { seats.append(seat) }
      }
    }
    return body(seat)
  }
}
