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
  /// Reads no more than what is at hand.
  mutating func stop()
}

/// One stream as a source of chunks.
struct StreamSource: ChunkSource, ~Copyable {
  let stream: Replayer.Stream
  var reader: StreamReader
  let options: ReplayOptions
  private var isStopped = false

  init(_ stream: Replayer.Stream, _ reader: consuming StreamReader, _ options: ReplayOptions) {
    self.stream = stream
    self.reader = reader
    self.options = options
  }

  var bytesRead: Int { reader.bytesRead }

  mutating func stop() { isStopped = true }

  mutating func read(into worker: ReplayWorker) throws -> ChunkAdvance {
    if isStopped { return .stopped }
    do {
      guard try reader.read(into: &worker.answers.chunk) else { return .end }
    } catch .interrupted {
      return .stopped
    } catch {
      throw Replayer.Failure.unreadable(stream: stream.name, error)
    }
    worker.prepare(reader.detection, options.input.table)
    return .chunk
  }
}
