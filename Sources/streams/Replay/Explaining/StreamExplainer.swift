package import ErrorStreams
package import Bytes
package import Engine
package import Secrets
internal import Source
package import SystemPackage

/// All earlier records are evaluated too, because they affect state.
package struct StreamExplainer: ~Copyable {
  package enum Failure: Error {
    case unreadable(Errno)
    case stopped
  }

  /// The stream does not contain the requested id.
  package struct Absence: Sendable {
    package var records: UInt64 = 0
    /// The own id of the record whose ordinal was requested as an id.
    package var idInPlaceOfOrdinal: String?
    /// The nearest first.
    package var nearIDs: [String] = []
  }

  private let options: ReplayOptions
  private let chain: ResponderChain
  private var evaluator: RuleEvaluator
  private var ids: [String] = []
  private let selection: RecordSelection
  private var stream = -1
  private var wanted: UInt64?
  private static let rememberedIDs = 20_000

  /// - Parameter redactor: what hides secrets in explanations, in place of the options' own: a page hides them in the
  ///   words of an explanation.
  package init(_ chain: ResponderChain, _ options: ReplayOptions, hidingBy redactor: Redactor = .off) {
    self.chain = chain
    self.options = options
    selection = options.selection
    evaluator = RuleEvaluator(
      chain, seed: options.seed, limits: options.limits, presetAnswers: options.unrecorded.presetAnswers)
    evaluator.redactor = redactor
    if !options.unrecorded.failing.isEmpty { evaluator.fail(actionsNamed: options.unrecorded.failing) }
  }

  /// The first record with this id (its own, or else its ordinal from 1); nil if there is none, see
  /// ``absence(of:)``.
  package mutating func explain(
    _ id: String, in descriptor: FileDescriptor, named name: String = ""
  ) throws(Failure) -> Explanation? {
    var found: Explanation?
    try explain(in: descriptor, named: name, where: { $0 == id }) { explanation in
      found = explanation
      return false
    }
    return found
  }

  /// Explains a record by its ordinal over all streams read so far, from 1.
  package mutating func explain(
    record number: UInt64, in descriptor: FileDescriptor, named name: String = ""
  ) throws(Failure) -> Explanation? {
    var found: Explanation?
    wanted = number
    defer { wanted = nil }
    try explain(in: descriptor, named: name, where: { _ in false }) { explanation in
      found = explanation
      return false
    }
    return found
  }

  /// The ordinal of the first record that one of the clauses decides, runs for, or grants no further try; nil if there is none.
  package mutating func first(of clauses: Set<Int>, in descriptor: FileDescriptor, isCancelled: () -> Bool)
    throws(Failure) -> UInt64?
  {
    var found: UInt64?
    try read(descriptor) { explainer, line, place in
      guard explainer.take(line, place) else { return !isCancelled() }
      explainer.evaluator.run()
      if explainer.evaluator.concerns(clauses) { found = explainer.evaluator.records }
      return found == nil && !isCancelled()
    }
    return found
  }

  package var records: UInt64 { evaluator.records }

  /// The streams read so far of which a part is missing.
  package private(set) var faults: [(stream: String, fault: StreamFault)] = []

  package func absence(of id: String) -> Absence {
    var absence = Absence()
    absence.records = evaluator.records
    if let ordinal = Int(id), ids.indices.contains(ordinal - 1), ids[ordinal - 1] != id {
      absence.idInPlaceOfOrdinal = ids[ordinal - 1]
    }
    absence.nearIDs = Suggestion.nearest(to: id, among: ids, atMost: 3)
    return absence
  }

  /// Explains records with the wanted ids until `receive` returns false.
  package mutating func explain(
    in descriptor: FileDescriptor, named name: String = "", where isWanted: (String) -> Bool,
    _ receive: (Explanation) -> Bool
  ) throws(Failure) {
    try read(descriptor, named: name) { explainer, line, place in
      guard let explanation = explainer.evaluate(line, place, isWanted) else { return true }
      return receive(explanation)
    }
  }

  /// Explains records with these ascending ordinals, until `receive` has received the last one with its line.
  package mutating func explain(
    in descriptor: FileDescriptor, ordinals: ArraySlice<UInt64>, _ receive: (Explanation, ByteSlice) -> Void
  ) throws(Failure) -> ArraySlice<UInt64> {
    var rest = ordinals
    guard !rest.isEmpty else { return rest }
    try read(descriptor) { explainer, line, place in
      explainer.receive(line, place, &rest, receive)
    }
    return rest
  }

  /// The first record with this id, or with this ordinal, in streams merged by time; nil for none.
  package mutating func explain(_ id: String?, record number: UInt64?, inOrder streams: [Replayer.Stream])
    throws
    -> Explanation?
  {
    wanted = number
    defer { wanted = nil }
    var found: Explanation?
    try read(streams) { explainer, line, place in
      found = explainer.evaluate(line, place) { $0 == id }
      return found == nil
    }
    return found
  }

  /// Ascending, in streams merged by time.
  package mutating func explain(
    inOrder streams: [Replayer.Stream], ordinals: ArraySlice<UInt64>,
    _ receive: (Explanation, ByteSlice) -> Void
  ) throws -> ArraySlice<UInt64> {
    var rest = ordinals
    guard !rest.isEmpty else { return rest }
    try read(streams) { explainer, line, place in
      explainer.receive(line, place, &rest, receive)
    }
    return rest
  }

  private mutating func receive(
    _ line: ByteSlice, _ place: (position: Int, index: Int), _ rest: inout ArraySlice<UInt64>,
    _ receive: (Explanation, ByteSlice) -> Void
  ) -> Bool {
    guard take(line, place) else { return true }
    guard evaluator.records == rest.first else {
      evaluator.run()
      return true
    }
    receive(evaluator.explain(), line)
    rest = rest.dropFirst()
    return !rest.isEmpty
  }

  /// Reads from streams merged by time, already selected.
  private mutating func read(
    _ streams: [Replayer.Stream],
    _ receive: (inout StreamExplainer, ByteSlice, (position: Int, index: Int)) -> Bool
  ) throws {
    var source = try OrderedSource(chain, options, streams, rejects: nil)
    var chunk = Chunk()
    while case .chunk = try source.read(into: &chunk) {
      let bytes = chunk.bytes.slice
      var start = 0
      while let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) {
        if !receive(&self, bytes[start..<end], (0, 0)) { return }
        start = end + 1
      }
    }
    faults += source.faults
  }

  /// Until the end, or until `receive` returns false.
  private mutating func read(
    _ descriptor: FileDescriptor, named name: String = "",
    _ receive: (inout StreamExplainer, ByteSlice, (position: Int, index: Int)) -> Bool
  ) throws(Failure) {
    stream += 1
    var reader = RecordReader(
      descriptor, named: name, input: options.input, limits: options.limits, times: options.times,
      chunkSize: options.chunkSize, wake: options.wake)
    var chunk = Chunk()
    while try read(&reader, into: &chunk) {
      let bytes = chunk.bytes.slice
      var start = 0
      var line = 0
      while start < bytes.count {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
        if !receive(&self, bytes[start..<end], reader.place(ofLine: line, at: start)) { return }
        start = end + 1
        line += 1
      }
    }
    if let fault = reader.fault { faults.append((name, fault)) }
  }

  private func read(_ reader: inout RecordReader, into chunk: inout Chunk) throws(Failure) -> Bool {
    do {
      return try reader.read(into: &chunk)
    } catch {
      throw error == .interrupted ? .stopped : .unreadable(error)
    }
  }

  /// Skips the lines that a replay rejects or filters.
  private mutating func take(_ line: ByteSlice, _ place: (position: Int, index: Int)) -> Bool {
    guard line.count <= options.limits.recordBytes else { return false }
    let (selection, stream) = (selection, stream)
    // Records that are merged by time were selected before.
    if options.order == .time { return evaluator.read(line) == nil }
    return evaluator.read(line, completedWithin: { selection.admits(time: $0) }) {
      selection.admits(&$0, stream: stream, position: place.position, index: place.index)
    }
  }

  private mutating func evaluate(
    _ line: ByteSlice, _ place: (position: Int, index: Int), _ isWanted: (String) -> Bool
  ) -> Explanation? {
    guard take(line, place) else { return nil }
    let id = evaluator.ownID ?? "\(evaluator.records)"
    if evaluator.records == wanted || isWanted(id) { return evaluator.explain() }
    if ids.count < Self.rememberedIDs { ids.append(id) }
    evaluator.run()
    return nil
  }
}
