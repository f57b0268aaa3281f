internal import Source
internal import Bytes
package import Records
internal import RuleLanguage

/// A breaker of a running program, for one key, asked without an error.
package struct LiveBreaker: Sendable {
  package enum Admission: Sendable {
    case closed
    /// The breaker is open for so many microseconds, or 0 until the caller that goes first has ended.
    case open(Int64)
    /// The caller goes first, and ends the probe.
    case probe(Probe)
  }

  package struct Probe: Sendable {
    fileprivate let breaker: SharedBreaker
    fileprivate let key: UInt128
    fileprivate let number: Int64

    /// - Parameter isDone: false if it says nothing, so that another caller goes first.
    package func end(isDone: Bool) {
      breaker.look(at: .min) { table, _ in table.endProbe(number, of: key, isDone: isDone) }
    }
  }

  /// A value that errors have.
  package enum KeyPart: Sendable {
    case missing
    case text(String)
    case integer(Int64)
    case decimal(Double)
    case bool(Bool)

    fileprivate func add(to digest: inout KeyDigest) {
      func add(_ text: String, _ value: (ByteSlice) -> Value) {
        var text = text
        text.withUTF8 { digest.add(value(ByteSlice(UnsafeRawBufferPointer($0)))) }
      }
      switch self {
      case .missing: digest.add(.missing)
      case .text(let text): add(text) { Value(string: $0) }
      case .integer(let number): add("\(number)") { Value(integer: number, text: $0) }
      case .decimal(let number): add("\(number)") { Value(decimal: number, text: $0) }
      case .bool(let flag): digest.add(Value(bool: flag))
      }
    }
  }

  private let breaker: SharedBreaker
  private let key: UInt128

  /// Nil if the chain has no breaker of this name.
  ///
  /// - Parameter part: a member of the key.
  package init?(
    _ name: String, of chain: ResponderChain, _ state: SharedState, _ part: (Int, Subject) -> KeyPart
  ) {
    guard let index = chain.breakers.firstIndex(where: { $0.name.text == name }),
      let breaker = state.breaker(at: index)
    else { return nil }
    var digest = KeyDigest()
    for (place, subject) in chain.breakers[index].per.enumerated() {
      part(place, subject).add(to: &digest)
    }
    self.breaker = breaker
    key = digest.value
  }

  package func isOpen(at now: Int64) -> Bool {
    breaker.look(at: now) { $0.read(key, at: $1).isOpen }
  }

  package func admit(at now: Int64) -> Admission {
    breaker.look(at: now) { table, now in
      switch table.admit(key, at: now) {
      case .closed: .closed
      case .open(let until): .open(until - now)
      case .probe(let number): .probe(Probe(breaker: breaker, key: key, number: number))
      }
    }
  }
}
