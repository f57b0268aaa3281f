internal import ErrorStreams
internal import SystemPackage

/// What became of reading on.
enum ChunkAdvance {
  case chunk, end
  /// The replay shall stop.
  case stopped
}

/// Where workers get their chunks from: one stream, or several that are merged.
protocol ChunkSource: ~Copyable {
  /// Bytes read so far, as they are stored.
  var bytesRead: Int { get }
  /// Fills a worker's chunk and tells it what that is.
  mutating func read(into worker: ReplayWorker) throws -> ChunkAdvance
  /// Reads what ``read(into:)`` takes next, where that can be done without a worker.
  mutating func readAhead()
  /// Reads no more than what is at hand.
  mutating func stop()
}

extension ChunkSource where Self: ~Copyable {
  mutating func readAhead() {}
}

/// One stream as a source of chunks.
struct StreamSource: ChunkSource, ~Copyable {
  let stream: Replayer.Stream
  var reader: StreamReader
  let options: ReplayOptions
  private var isStopped = false
  /// A chunk that was read ahead, and what came of that.
  private var ahead = Chunk()
  private var advanceAhead: Result<ChunkAdvance, any Error>?

  init(_ stream: Replayer.Stream, _ reader: consuming StreamReader, _ options: ReplayOptions) {
    self.stream = stream
    self.reader = reader
    self.options = options
  }

  var bytesRead: Int { reader.bytesRead }

  mutating func stop() { isStopped = true }

  mutating func read(into worker: ReplayWorker) throws -> ChunkAdvance {
    let advance: ChunkAdvance
    if let known = advanceAhead.take() {
      advance = try known.get()
      swap(&worker.answers.chunk, &ahead)
    } else {
      advance = isStopped ? .stopped : try Self.read(stream, &reader, into: &worker.answers.chunk)
    }
    if case .chunk = advance { worker.prepare(reader.detection, options.input.table) }
    return advance
  }

  mutating func readAhead() {
    guard advanceAhead == nil, !isStopped else { return }
    advanceAhead = Result { try Self.read(stream, &reader, into: &ahead) }
  }

  private static func read(
    _ stream: Replayer.Stream,
    _ reader: inout StreamReader,
    into chunk: inout Chunk
  ) throws -> ChunkAdvance {
    do {
      return try reader.read(into: &chunk) ? .chunk : .end
    } catch .interrupted {
      return .stopped
    } catch {
      throw Replayer.Failure.unreadable(stream: stream.name, error)
    }
  }
}
