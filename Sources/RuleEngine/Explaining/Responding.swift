public import Bytes
package import Records

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
    self.init(chain, seed: seed, limits: limits, presetAnswers: [])
  }

  /// A respondent that chooses these buttons where no answer is recorded: for each station the title, or nil.
  package init(_ chain: ResponderChain, seed: UInt64, limits: Limits, presetAnswers: [String?]) {
    self.seed = seed
    climb = Climb(chain, limits: limits, presetAnswers: presetAnswers)
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
    if explained { return try explanation(of: record).explainedResolution }
    return try answer(record) { responding in
      responding.run()
      return responding.climb.resolution(ordinal: responding.ordinal, seed: responding.seed)
    }
  }

  /// The whole climb of a recorded error, with its resolution.
  ///
  /// - Throws: ``RecordRefusal`` where the text is no recorded error.
  public mutating func explanation(of record: String) throws(RecordRefusal) -> Explanation {
    try answer(record) { $0.explain() }
  }

  private mutating func answer<Answer>(
    _ record: String,
    _ body: (inout Self) -> Answer
  ) throws(RecordRefusal) -> Answer {
    let line = Array(record.utf8)
    // The record's values lie in `line`: it has to stay until the answer is written.
    let answered: Result<Answer, RecordRefusal> = line.withUnsafeBytes { bytes in
      if let fault = read(ByteSlice(bytes)) {
        return .failure(RecordRefusal(fault, limits: climb.limits))
      }
      return .success(body(&self))
    }
    return try answered.get()
  }

  /// Reads the next record of a stream, which has to stay until it is answered by ``run()`` or ``explain()``.
  package mutating func read(_ line: ByteSlice) -> RecordFault? {
    if let fault = climb.read(line) { return fault }
    ordinal += 1
    return nil
  }

  /// Reads a line of a stream as its next record, which has to stay until it is answered; false where it is none, or
  /// none that is asked for.
  package mutating func read(_ line: ByteSlice, where isAskedFor: (inout Climb) -> Bool) -> Bool {
    guard climb.read(line) == nil, isAskedFor(&climb) else { return false }
    ordinal += 1
    return true
  }

  /// How many records have been read.
  package var records: UInt64 { ordinal }

  /// The id of its own of the record that was read last, or nil: then it goes by its ordinal.
  package var ownID: String? { climb.ownID }

  /// Answers the record that was read last, for what is remembered of it.
  package mutating func run() {
    _ = climb.run(&memory, ordinal: ordinal)
  }

  /// Answers the record that was read last and tells every step.
  package mutating func explain() -> Explanation {
    climb.explain(&memory, ordinal: ordinal, seed: seed)
  }
}

/// Why a text is no recorded error.
public struct RecordRefusal: Error, CustomStringConvertible, Sendable {
  /// One sentence.
  public let description: String
  /// The same without saying that it is no error.
  package let reason: String

  package init(_ fault: RecordFault, limits: Limits) {
    reason =
      switch fault {
      case .json(let fault): "column \(fault.offset + 1): \(fault.message(of: .record, limits: limits))"
      case .notAnObject: "a recorded error is one JSON object"
      case .notAnError(let wrong?): "\(wrong.field.name) is \(wrong.fault)"
      case .notAnError(nil): "it has none of \(Field.required.map { $0.name }.joined(separator: ", "))"
      }
    if case .notAnError = fault {
      description = "This object is not an error: \(reason)"
    } else {
      description = reason
    }
  }
}

extension Climb {
  /// Reads a record; on a fault there is nothing to answer.
  package mutating func read(_ line: ByteSlice) -> RecordFault? {
    inquiry.matcher.begin()
    inquiry.matcher.forgetPrefetched()
    return inquiry.matcher.record.read(line)
  }

  /// Reads the record that begins at `start` of a stream's text, where it is as most are: see
  /// ``ErrorRecord/read(lineAt:of:)``.
  package mutating func read(lineAt start: Int, of bytes: PaddedBytes) -> Int? {
    inquiry.matcher.read(lineAt: start, of: bytes)
  }
}
