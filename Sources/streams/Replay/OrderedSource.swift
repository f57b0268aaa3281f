internal import Bytes
internal import ErrorStreams
internal import Engine
internal import SystemPackage
internal import Counting

/// Merges several streams by time in bounded memory: one chunk of each stream is loaded. At equal times, the
/// stream that is named first comes first.
///
/// A record that is earlier than one already returned counts as out of order. A record without a time stays
/// after the one before it in its stream. Lines are counted and records are selected here, so the returned
/// records are evaluated without another filter.
struct OrderedSource: ChunkSource, ~Copyable {
  /// All streams as named on the command line, and those with records.
  private let streams: [OrderedStream]
  private var heap = MinHeap<OrderedStream> {
    $0.key == $1.key ? $0.index < $1.index : $0.key < $1.key
  }
  private let selector: ReplayWorker
  private let options: ReplayOptions
  private let rejects: (any ReplayOutput)?
  private var hasBegun = false
  private var isStopped = false
  private var clock = Int64.min
  private(set) var firstKeys: [String] = []

  init(
    _ chain: ResponderChain, _ options: ReplayOptions, _ streams: [Replayer.Stream],
    rejects: (any ReplayOutput)?
  ) throws {
    let opened = try Self.open(streams, options)
    self.streams = opened
    self.options = options
    self.rejects = rejects
    selector = ReplayWorker(selecting: chain, options)
  }

  private static func open(_ streams: [Replayer.Stream], _ options: ReplayOptions) throws -> [OrderedStream] {
    // All chunks together stay within 64 MiB, however many streams there are.
    let chunkSize = min(options.chunkSize, max(1 << 14, (1 << 26) / max(1, streams.count)))
    var opened: [OrderedStream] = []
    do {
      for (index, stream) in streams.enumerated() {
        let descriptor = try stream.open()
        let reader = StreamReader(descriptor, named: stream.name, options, chunkSize: chunkSize)
        opened.append(OrderedStream(index, stream, descriptor, reader))
      }
    } catch {
      for stream in opened { stream.stream.close(stream.descriptor) }
      throw error
    }
    return opened
  }

  deinit {
    for stream in streams { stream.stream.close(stream.descriptor) }
  }

  var bytesRead: Int { streams.reduce(0) { $0 + $1.reader.bytesRead } }

  var sources: [ReplaySummary.Source] {
    streams.map {
      ReplaySummary.Source(
        format: $0.reader.detection.name, isUncertain: $0.reader.isUncertain, lineCounts: $0.lineCounts,
        fault: $0.reader.fault?.message, yearSource: $0.reader.yearSource)
    }
  }

  var faults: [(stream: String, fault: StreamFault)] {
    streams.compactMap { stream in stream.reader.fault.map { (stream.stream.name, $0) } }
  }

  /// Stream by stream.
  var rejectedLines: [RejectedLine] {
    Array(streams.flatMap { $0.rejectedLines }.prefix(RejectedLine.kept))
  }

  mutating func read(into worker: ReplayWorker) throws -> ChunkAdvance {
    worker.prepare(.native, nil, nil)
    return try read(into: &worker.run.chunk)
  }

  /// One record for each line.
  mutating func read(into chunk: inout Chunk) throws -> ChunkAdvance {
    chunk.removeAll()
    if !hasBegun {
      hasBegun = true
      for stream in streams { try load(stream) }
    }
    while chunk.bytes.count < options.chunkSize, let stream = heap.first {
      let (line, time) = stream.take()
      if time > .min {
        if time < clock { stream.lineCounts.outOfOrder += 1 } else { clock = time }
      }
      chunk.bytes.append(line)
      chunk.bytes.append(UInt8(ascii: "\n"))
      chunk.origins.append(Int32(stream.index))
      if stream.isEmpty {
        _ = heap.removeFirst()
        try load(stream)
      } else {
        heap.sinkFirst()
      }
    }
    if !chunk.bytes.isEmpty { return .chunk }
    return isStopped ? .stopped : .end
  }

  /// Loaded records are still returned, so that every line read is counted.
  mutating func stop() { isStopped = true }

  /// An exhausted stream goes back on the heap.
  private mutating func load(_ stream: OrderedStream) throws {
    stream.removeAll()
    while stream.isEmpty, !isStopped {
      do throws(Errno) {
        guard try stream.reader.read(into: &selector.run.chunk) else { break }
      } catch {
        guard error == .interrupted else {
          throw Replayer.Failure.unreadable(stream: stream.stream.name, error)
        }
        isStopped = true
        return
      }
      selector.stream = stream.index
      selector.prepare(stream.reader.detection, options.input.table, options.times.zone)
      selector.process()
      try take(stream)
    }
    if let fault = stream.reader.fault, fault.isFatal {
      throw Replayer.Failure.packed(stream: stream.stream.name, fault)
    }
    guard !stream.isEmpty else { return }
    stream.lookAhead()
    heap.insert(stream)
  }

  private mutating func take(_ stream: OrderedStream) throws {
    for index in 0..<selector.run.selected.count {
      let entry = selector.run.selected[index]
      stream.append(selector.run.line(entry.start, entry.count), time: entry.time)
    }
    for rejectedLine in selector.run.rejected.lines
    where stream.rejectedLines.count < RejectedLine.keptOfOne {
      stream.rejectedLines.append(
        rejectedLine.placed(in: stream.index, after: stream.lineCounts.lines))
    }
    stream.lineCounts += selector.run.counts.lines
    if firstKeys.isEmpty { firstKeys = selector.run.rejected.firstKeys }
    if let rejects { try selector.run.writeRejected(to: rejects) }
  }
}
