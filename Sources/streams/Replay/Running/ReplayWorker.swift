internal import ErrorStreams
package import Engine

/// Evaluates one chunk of records at a time.
///
/// `@unchecked Sendable`: a worker belongs to one task at a time. It passes from the reader to the task that
/// processes its chunk, and from there to the merger; it is never shared.
package final class ReplayWorker: @unchecked Sendable {
  package var position = 0
  package var stream: Int {
    get { run.stream }
    set { run.stream = newValue }
  }
  package var run: ChunkRun
  /// A placeholder: a worker that runs beside others has no access to the state.
  private var noState = ChainStates()

  package init(_ chain: ResponderChain, comparing other: ResponderChain? = nil, _ options: ReplayOptions) {
    run = ChunkRun(chain, comparing: other, options)
  }

  /// Only counts lines, and selects records with their times.
  init(selecting chain: ResponderChain, _ options: ReplayOptions) {
    run = ChunkRun(chain, comparing: nil, options, isSelecting: true)
  }

  func prepare(_ detection: Detection, _ table: FormatTable?, _ zone: ZoneOffsets?) {
    run.prepare(detection, table, zone)
  }

  /// Or the chunk's next part. Records that depend on state are left to the merger.
  package func process() {
    run.process(after: nil, &noState)
  }
}
