internal import ErrorStreams
package import RuleEngine

/// One thread's part of a replay: it answers one chunk of records at a time.
///
/// `@unchecked Sendable`: a worker belongs to one task at a time. It is handed from the reader to the task that
/// processes its chunk, and from there to the merger, never shared.
package final class ReplayWorker: @unchecked Sendable {
  /// The chunk's place in the order of all chunks.
  package var position = 0
  /// Which stream the chunk comes from.
  package var stream: Int {
    get { answers.stream }
    set { answers.stream = newValue }
  }
  /// What it does with the chunk, in one value: it is entered once a chunk.
  var answers: ChunkAnswers
  /// Stands for the one memory, which a worker beside others does not have.
  private var noMemory = ReplayMemory()

  /// A worker that answers with one chain, or with another one too.
  package init(_ chain: ResponderChain, comparing other: ResponderChain? = nil, _ options: ReplayOptions) {
    answers = ChunkAnswers(chain, comparing: other, options)
  }

  /// A worker that answers nothing: it counts lines, chooses records and notes them with their times.
  init(sifting chain: ResponderChain, _ options: ReplayOptions) {
    answers = ChunkAnswers(chain, comparing: nil, options, isSifting: true)
  }

  /// Takes chunks of a stream that is of this kind from now on: what is not our own is decoded before it is answered.
  func prepare(_ detection: Detection, _ table: FormatTable?) { answers.prepare(detection, table) }

  /// Answers the chunk's records, or the next part of them; what needs the stream's order is left to the merger.
  package func process() {
    answers.process(after: nil, &noMemory)
  }
}
