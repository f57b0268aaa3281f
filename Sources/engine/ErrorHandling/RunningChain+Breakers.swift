internal import Engine
internal import Records
public import SwiftErrors

/// The reason why an operation did not begin: its breaker is open.
public struct OpenBreaker: Error, Sendable, CustomStringConvertible {
  /// The name of the breaker.
  public let breaker: String
  /// The time for which the breaker stays open if no further error fits; zero while another caller goes first.
  public let remaining: Duration

  /// A sentence with the breaker's name and the remaining time.
  public var description: String {
    remaining > .zero
      ? "The breaker “\(breaker)” is open for \(remaining)."
      : "The breaker “\(breaker)” stays open until the operation that goes first has ended."
  }
}

extension RunningChain {
  /// Whether a breaker is open, without an error: as a rule with `open` finds it.
  ///
  /// - Parameters:
  ///   - breaker: the name of the breaker. One that the rules do not have is never open.
  ///   - key: the values of its `per`, in order, as the errors have them (503 is not "503"); nil for one that they lack.
  ///     Those that are left out are missing too.
  public func isOpen(_ breaker: String, _ key: JSONValue...) -> Bool {
    let version = version
    let found = LiveBreaker(breaker, of: version.chain, version.state) { place, _ in
      place < key.count ? LiveBreaker.KeyPart(key[place]) : .missing
    }
    return found?.isOpen(at: windowTime(settings.clock.now())) ?? false
  }

  /// Runs an operation like ``withErrorHandling(from:named:isolation:operation:)``, unless a breaker is open.
  ///
  /// ```swift
  /// do {
  ///   let handled = try await chain.withErrorHandling(from: "com.shop.pay", unless: "payments") { try await bank.pay(order) }
  /// } catch {
  ///   showPaymentsAreDown(for: error.remaining)
  /// }
  /// ```
  ///
  /// When the breaker closes, one caller goes first. The others are told that it is still open until the first try of that
  /// one has ended, and its error, if any, was counted. If that try was cancelled, the next caller goes first.
  ///
  /// - Parameters:
  ///   - origin: the dotted origin of the operation, which selects the first responder.
  ///   - name: the name of the operation; nil: the origin.
  ///   - breaker: the name of the breaker. One that the rules do not have is never open.
  ///   - key: the values of its `per`, in order, as the errors have them; nil: the origin and the operation where `per`
  ///     names them, and missing values.
  ///   - isolation: the actor that runs the operation.
  ///   - operation: the operation.
  /// - Throws: ``OpenBreaker`` without running the operation.
  public func withErrorHandling<Value, Failure>(
    from origin: String, named name: String? = nil, unless breaker: String, key: [JSONValue]? = nil,
    isolation: isolated (any Actor)? = #isolation, operation: () async throws(Failure) -> Value
  ) async throws(OpenBreaker) -> TypedHandled<Value, Failure> {
    let version = version
    let found = LiveBreaker(breaker, of: version.chain, version.state) { place, subject in
      if let key { return place < key.count ? LiveBreaker.KeyPart(key[place]) : .missing }
      return switch subject {
      case .field(.origin): .text(origin)
      case .field(.operation): .text(name ?? origin)
      default: .missing
      }
    }
    var probe: LiveBreaker.Probe?
    switch found?.admit(at: windowTime(settings.clock.now())) {
    case .closed, nil: break
    case .open(let rest): throw OpenBreaker(breaker: breaker, remaining: .microseconds(rest))
    case .probe(let first): probe = first
    }
    return await run(from: origin, named: name, probe, isolation: isolation, operation: operation)
  }
}

extension LiveBreaker.KeyPart {
  /// Lists and objects are no part of a key.
  fileprivate init(_ value: JSONValue) {
    switch value {
    case .string(let text): self = .text(text)
    case .integer(let number): self = .integer(number)
    case .decimal(let number): self = .decimal(number)
    case .bool(let flag): self = .bool(flag)
    case .null, .array, .object: self = .missing
    }
  }
}
