internal import ErrorStreams
package import RuleEngine

/// A worker of a replay: it evaluates one chunk of records at a time.
///
/// `@unchecked Sendable`: a worker belongs to one task at a time. It passes from the reader to the task that
/// processes its chunk, and from there to the merger; it is never shared.
package final class ReplayWorker: @unchecked Sendable {
  package var position = 0
  package var stream: Int {
    get { answers.stream }
    set { answers.stream = newValue }
  }
  var answers: ChunkAnswers
  /// A placeholder: a worker that runs beside others has no access to the state.
  private var noMemory = ReplayMemory()

  package init(_ chain: ResponderChain, comparing other: ResponderChain? = nil, _ options: ReplayOptions) {
    answers = ChunkAnswers(chain, comparing: other, options)
  }

  /// A worker that only counts lines and selects records, noted with their times.
  init(sifting chain: ResponderChain, _ options: ReplayOptions) {
    answers = ChunkAnswers(chain, comparing: nil, options, isSifting: true)
  }

  func prepare(_ detection: Detection, _ table: FormatTable?) { answers.prepare(detection, table) }

  /// Evaluates the chunk's records, or its next part. Records that depend on state are left to the merger.
  package func process() {
    answers.process(after: nil, &noMemory)
  }
}
