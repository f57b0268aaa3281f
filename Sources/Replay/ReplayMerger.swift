internal import ErrorStreams
internal import RuleEngine

/// Puts chunks back into the order of the stream: ordinals, what is remembered, delays, and the output.
struct ReplayMerger: ~Copyable {
  private(set) var ledger = Ledger()
  private(set) var refusals: [StreamRefusal] = []
  private(set) var firstKeys: [String] = []
  var tally: Tally
  private var memory: ChainMemory
  private let options: ReplayOptions
  private let output: (any ReplayOutput)?
  private let rejects: (any ReplayOutput)?
  /// Lines and records of the chunks before.
  private var linesInStream = 0
  private var stream = 0
  private var records: UInt64 = 0
  private var filled = Buffer<UInt8>(capacity: 1 << 16)
  private var deferredText = Buffer<UInt8>()
  private var deferredGaps = Buffer<Gap>()
  private var strangers = Strangers()
  /// How many lines that are no errors are too many, where no error came before.
  private static let patience = 100

  init(
    _ chain: ResponderChain,
    _ options: ReplayOptions,
    output: (any ReplayOutput)?,
    rejects: (any ReplayOutput)?
  ) {
    self.options = options
    self.output = output
    self.rejects = rejects
    tally = Tally(chain)
    memory = ChainMemory(isAtHand: true, capacity: options.limits.stateKeys)
  }

  /// Keys that had to be forgotten.
  var forgottenKeys: ForgottenKeys { memory.forgottenKeys }

  /// Takes the next chunk in order; the worker may be used again after.
  ///
  /// - Throws: ``Impatience`` where a log of something else would be read for nothing.
  mutating func merge(_ worker: ReplayWorker) throws {
    if firstKeys.isEmpty { firstKeys = worker.firstKeys }
    if records == 0 {
      strangers.lines += worker.strangers.lines
      strangers.objects += worker.strangers.objects
      if strangers.lines >= Self.patience, strangers.objects > 0 { throw Impatience() }
    }
    if worker.stream != stream {
      stream = worker.stream
      linesInStream = 0
    }
    filled.removeAll()
    ledger.outOfOrder += worker.recordsBefore(memory.clock)
    var textOffset = 0
    var gap = 0
    for index in 0..<worker.deferred.count {
      let deferred = worker.deferred[index]
      fill(worker, from: &textOffset, to: deferred.textOffset, gap: &gap)
      if deferred.clock > .min { memory.advance(to: Timestamp(microseconds: deferred.clock)) }
      worker.answer(deferred, after: records, &memory, text: &deferredText, gaps: &deferredGaps)
      fillDeferred(worker)
    }
    fill(worker, from: &textOffset, to: worker.text.count, gap: &gap)
    memory.advance(to: worker.clock)
    if !filled.isEmpty { try output?.write(filled.slice.buffer) }
    try writeRejects(worker)
    noteRefusals(worker)
    tally.take(&worker.tally)
    ledger += worker.ledger
    linesInStream += worker.ledger.lines
    records += UInt64(worker.ledger.records)
  }

  /// Copies text up to an offset, filling its gaps.
  private mutating func fill(_ worker: ReplayWorker, from start: inout Int, to end: Int, gap: inout Int) {
    while gap < worker.gaps.count, worker.gaps[gap].offset <= end {
      let next = worker.gaps[gap]
      filled.append(worker.text.slice(start..<next.offset))
      start = next.offset
      close(next, worker)
      gap += 1
    }
    filled.append(worker.text.slice(start..<end))
    start = end
  }

  private mutating func fillDeferred(_ worker: ReplayWorker) {
    var start = 0
    for index in 0..<deferredGaps.count {
      let next = deferredGaps[index]
      filled.append(deferredText.slice(start..<next.offset))
      start = next.offset
      close(next, worker)
    }
    filled.append(deferredText.slice(start..<deferredText.count))
  }

  private mutating func close(_ gap: Gap, _ worker: ReplayWorker) {
    let ordinal = records + gap.ordinal
    switch gap.kind {
    case .ordinal:
      JSONText.append(integer: Int64(ordinal), to: &filled)
    case .delay:
      let delay = worker.climb.milliseconds(of: gap.delay, seed: options.seed, ordinal: ordinal)
      tally.add(delay: delay, at: gap.delay.stationIndex)
      if options.wantsResolutions { JSONText.append(milliseconds: delay, to: &filled) }
    }
  }

  private mutating func noteRefusals(_ worker: ReplayWorker) {
    for refusal in worker.refusals where refusals.count < StreamRefusal.kept {
      refusals.append(
        StreamRefusal(
          stream: stream,
          line: linesInStream + refusal.line,
          column: refusal.column,
          reason: refusal.reason
        )
      )
    }
  }

  /// Writes the refused lines as they came; of a line that was too long nothing is kept.
  private func writeRejects(_ worker: ReplayWorker) throws {
    guard let rejects else { return }
    let bytes = worker.chunk.bytes.slice
    for index in 0..<worker.refusedLines.count {
      let start = worker.refusedLines[index]
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      try rejects.write(bytes[start..<end].buffer)
      try rejects.write(ByteSlice("\n").buffer)
    }
  }
}

/// The first lines are JSON objects, and none of them is an error.
struct Impatience: Error {}

/// A refused line of a stream.
package struct StreamRefusal: Sendable {
  /// How many refusals are kept with their reasons, the first ones; all are counted.
  static let kept = 1_000
  /// Which stream, by its place among those replayed.
  package let stream: Int
  /// The line, from 1.
  package let line: Int
  /// The column of the fault in bytes, from 1; 0 where the line as a whole is refused.
  package let column: Int
  package let reason: String
}

/// Where a replay's text goes. Every write is checked by whoever implements it.
package protocol ReplayOutput: AnyObject {
  /// Writes all bytes, or throws.
  func write(_ bytes: UnsafeRawBufferPointer) throws
}
