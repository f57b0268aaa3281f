/// Answers one error after the other, and remembers what budgets need: the library's simplest door.
///
/// ```swift
/// let compiled = RuleSet.compile(name: "rules.yaml", bytes: bytes)
/// guard let chain = compiled.chain else { … compiled.diagnostics … }
/// var responding = Responding(chain)
/// let resolution = try responding.resolution(of: #"{"status": 503, "origin": "com.shop.cart"}"#)
/// ```
public struct Responding: ~Copyable {
  private var climb: Climb
  private var memory: ChainMemory
  private let seed: UInt64
  private var ordinal: UInt64 = 0

  /// A respondent for `chain`; random delays are drawn from `seed`.
  public init(_ chain: ResponderChain, seed: UInt64 = 0, limits: Limits = Limits()) {
    self.seed = seed
    climb = Climb(chain, limits: limits)
    memory = ChainMemory(isAtHand: true, capacity: limits.stateKeys)
  }

  /// The resolution of a recorded error, as one line of JSON without a line feed.
  ///
  /// - Parameters:
  ///   - record: one recorded error, a JSON object.
  ///   - explained: whether the resolution carries its `steps`.
  /// - Throws: ``RecordRefusal`` where the text is no recorded error.
  public mutating func resolution(of record: String, explained: Bool = false) throws(RecordRefusal) -> String
  {
    let line = Array(record.utf8)
    // The record's values lie in `line`: it has to stay until the resolution is written.
    let answered: Result<String, RecordRefusal> = line.withUnsafeBytes { bytes in
      if let fault = climb.read(ByteSlice(bytes)) {
        return .failure(RecordRefusal(fault, limits: climb.limits))
      }
      return .success(answer(explained: explained))
    }
    return try answered.get()
  }

  private mutating func answer(explained: Bool) -> String {
    ordinal += 1
    climb.ordinal = ordinal
    memory.advance(to: climb.time)
    var steps: String?
    if explained {
      steps = climb.explain(&memory).json
    } else {
      _ = climb.run(&memory)
    }
    var text = Buffer<UInt8>()
    var gaps = Buffer<Gap>()
    climb.appendResolution(ordinal: ordinal, to: &text, gaps: &gaps)
    var filled = Buffer<UInt8>()
    var start = 0
    for index in 0..<gaps.count {
      filled.append(text.slice(start..<gaps[index].offset))
      start = gaps[index].offset
      switch gaps[index].kind {
      case .ordinal:
        JSONText.append(integer: Int64(ordinal), to: &filled)
      case .delay:
        JSONText.append(
          milliseconds: climb.milliseconds(of: gaps[index].delay, seed: seed, ordinal: ordinal),
          to: &filled
        )
      }
    }
    // Without the closing brace and the line feed.
    filled.append(text.slice(start..<(text.count - 2)))
    return String(filled.slice) + (steps.map { ",\"steps\":\($0)" } ?? "") + "}"
  }
}

/// Why a text is no recorded error.
public struct RecordRefusal: Error, CustomStringConvertible, Sendable {
  /// One sentence.
  public let description: String

  init(_ fault: RecordFault, limits: Limits) {
    description =
      switch fault {
      case .json(let fault): "column \(fault.offset + 1): \(fault.message(of: .record, limits: limits))"
      case .notAnObject: "a recorded error is one JSON object"
      case .notAnError:
        "this object is no error: it has none of \(Field.required.map { $0.name }.joined(separator: ", "))"
      }
  }
}

extension Climb {
  /// Reads a record; on a fault there is nothing to answer.
  package mutating func read(_ line: ByteSlice) -> RecordFault? {
    record.read(line, limits: limits)
  }
}
