internal import ErrorStreams
internal import SystemPackage

enum ChunkAdvance {
  case chunk, end
  case stopped
}

protocol ChunkSource: ~Copyable {
  /// The bytes read, before decompression.
  var bytesRead: Int { get }
  /// Also sets the chunk's format.
  mutating func read(into worker: ReplayWorker) throws -> ChunkAdvance
  /// If that is possible without a worker.
  mutating func readAhead()
  mutating func stop()
}

extension ChunkSource where Self: ~Copyable {
  mutating func readAhead() {}
}

struct StreamSource: ChunkSource, ~Copyable {
  let stream: Replayer.Stream
  var reader: StreamReader
  let options: ReplayOptions
  private var isStopped = false
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
      swap(&worker.run.chunk, &ahead)
    } else {
      advance = isStopped ? .stopped : try Self.read(stream, &reader, into: &worker.run.chunk)
    }
    if case .chunk = advance { worker.prepare(reader.detection, options.input.table, options.times.zone) }
    return advance
  }

  mutating func readAhead() {
    guard advanceAhead == nil, !isStopped else { return }
    advanceAhead = Result { try Self.read(stream, &reader, into: &ahead) }
  }

  private static func read(_ stream: Replayer.Stream, _ reader: inout StreamReader, into chunk: inout Chunk)
    throws -> ChunkAdvance
  {
    do {
      return try reader.read(into: &chunk) ? .chunk : .end
    } catch .interrupted {
      return .stopped
    } catch {
      throw Replayer.Failure.unreadable(stream: stream.name, error)
    }
  }
}
