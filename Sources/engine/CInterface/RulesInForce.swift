internal import Bytes
internal import CErrctl
internal import Engine
internal import Records

/// A version of the rules, with idle deciders. A decision ends with the version with which it began.
final class RulesInForce: Sendable {
  /// The parts that all deciders share.
  struct Parts: Sendable {
    let chain: ResponderChain
    let state: SharedState
    let limits: Limits
    let seed: UInt64
    let filling: GapFilling
  }

  let number: UInt64
  /// The costly fields that the rules read, as bits.
  let fields: UInt32
  /// The rule file and its imports.
  let files: [String]
  private let parts: Parts
  /// Whether an alert may take the answer of the one before it, which a decider keeps.
  private let takesTurns: Bool
  private let idle: Lock<[RecordDecider]>

  /// Idle deciders beyond this number are freed.
  private static let mostIdle = 16

  init(_ number: UInt64, _ compiled: CompiledFile, limits: Limits, seed: UInt64, after old: RulesInForce?) {
    let chain = compiled.chain
    files = compiled.files
    self.number = number
    fields = chain.partsRead.costly
    takesTurns = chain.coalescesAlerts
    parts = Parts(
      chain: chain, state: SharedState(chain, capacity: limits.stateKeys, after: old?.parts.state),
      limits: limits, seed: seed, filling: GapFilling(chain, seed: seed))
    var deciders: [RecordDecider] = []
    deciders.reserveCapacity(Self.mostIdle)
    idle = Lock(deciders)
  }

  /// - Precondition: `resolution` is a valid pointer that no other call uses.
  func decide(_ record: ByteSlice, _ moment: Moment, into resolution: inout errctl_resolution)
    -> errctl_status
  {
    if takesTurns {
      return idle.withLock { deciders in
        if deciders.isEmpty { deciders.append(RecordDecider(parts)) }
        return deciders[0].decide(record, moment, into: &resolution)
      }
    }
    let decider = idle.withLock { $0.popLast() } ?? RecordDecider(parts)
    defer { idle.withLock { if $0.count < Self.mostIdle { $0.append(decider) } } }
    return decider.decide(record, moment, into: &resolution)
  }
}

extension RecordParts {
  fileprivate var costly: UInt32 {
    let bits: [(Field, Int)] = [
      (.message, ERRCTL_MESSAGE), (.payload, ERRCTL_PAYLOAD), (.underlying, ERRCTL_CAUSES),
      (.attributes, ERRCTL_ATTRIBUTES),
    ]
    return bits.reduce(0) { $0 | (contains($1.0) ? UInt32($1.1) : 0) }
  }
}
