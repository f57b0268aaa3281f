package import ErrorStreams
package import Engine
package import SystemPackage
internal import Counting

/// Reads chunks, evaluates them in workers, merges them in order.
package struct Replayer {
  package struct Stream: Sendable {
    package enum Source: Sendable {
      case descriptor(FileDescriptor)
      case file(FilePath)
    }

    package let name: String
    package let source: Source

    package init(name: String, source: Source) {
      self.name = name
      self.source = source
    }
  }

  package enum Failure: Error {
    case unreadable(stream: String, Errno)
    case packed(stream: String, StreamFault)
    /// A stream that has to be read twice, but is readable only once.
    case readOnce(stream: String)
    /// A stream without errors among the first records; `keys` are those of one of them.
    case noErrors(stream: String, keys: [String])
  }

  package let chain: ResponderChain
  package let options: ReplayOptions
  let output: (any ReplayOutput)?
  package let rejects: (any ReplayOutput)?
  /// Bytes read so far; false stops the replay.
  let progress: (Int) -> Bool

  package init(
    _ chain: ResponderChain, _ options: ReplayOptions, output: (any ReplayOutput)?,
    rejects: (any ReplayOutput)?, progress: @escaping (Int) -> Bool
  ) {
    self.chain = chain
    self.options = options
    self.output = output
    self.rejects = rejects
    self.progress = progress
  }

  package nonisolated(nonsending) func run(_ streams: [Stream]) async throws -> ReplaySummary {
    var merger = ReplayMerger(chain, options, output: output, rejects: rejects)
    let read = try await evaluate(streams, &merger)
    return ReplaySummary(chain, read, merger.counts, load: merger.finishLoad(), merger)
  }

  /// Reads each record once.
  package nonisolated(nonsending) func compare(_ streams: [Stream], with other: ResponderChain) async throws
    -> ReplayComparison
  {
    var merger = ReplayMerger(chain, comparing: other, options, output: nil, rejects: rejects)
    let read = try await evaluate(streams, &merger, comparing: other)
    return merger.comparison(of: chain, with: other, read)
  }

  package nonisolated(nonsending) func evaluate(
    _ streams: [Stream], _ merger: inout ReplayMerger, comparing other: ResponderChain? = nil
  ) async throws -> ReplayReading {
    // One more worker than jobs, so that no job waits for the reader.
    var workers = (0..<(options.jobs == 1 ? 1 : options.jobs + 1)).map { _ in
      ReplayWorker(chain, comparing: other, options)
    }
    if options.order == .time { return try await evaluateByTime(streams, &workers, &merger) }
    merger.rejected.mayStopEarly = streams.count == 1
    var isPartial = false
    var bytesRead = 0
    for (index, stream) in streams.enumerated() where !isPartial {
      for worker in workers { worker.stream = index }
      let descriptor = try stream.open()
      defer { stream.close(descriptor) }
      let reader = StreamReader(descriptor, named: stream.name, options)
      var source = StreamSource(stream, reader, options)
      do {
        isPartial = try await !replay(&source, &workers, &merger, bytesBefore: bytesRead)
      } catch is NotAnErrorLog {
        throw Failure.noErrors(stream: stream.name, keys: merger.rejected.firstKeys)
      }
      bytesRead += source.bytesRead
      if let fault = source.reader.fault, fault.isFatal {
        throw Failure.packed(stream: stream.name, fault)
      }
      merger.note(index, source.reader)
    }
    for worker in workers { merger.settle(worker) }
    return try reading(streams, bytesRead, isPartial: isPartial, merger)
  }

  private nonisolated(nonsending) func evaluateByTime(
    _ streams: [Stream], _ workers: inout [ReplayWorker], _ merger: inout ReplayMerger
  ) async throws -> ReplayReading {
    var source = try OrderedSource(chain, options, streams, rejects: rejects)
    let isComplete = try await replay(&source, &workers, &merger, bytesBefore: 0)
    merger.settle(source.sources, source.rejectedLines, firstKeys: source.firstKeys)
    for worker in workers { merger.settle(worker) }
    return try reading(streams, source.bytesRead, isPartial: !isComplete, merger)
  }

  private func reading(_ streams: [Stream], _ bytes: Int, isPartial: Bool, _ merger: borrowing ReplayMerger)
    throws -> ReplayReading
  {
    let lineCounts = merger.counts.lines
    if !isPartial, lineCounts.records + lineCounts.filtered == 0, !merger.rejected.firstKeys.isEmpty {
      throw Failure.noErrors(
        stream: streams.map { $0.name }.joined(separator: ", "), keys: merger.rejected.firstKeys)
    }
    return ReplayReading(
      streams.map { $0.name }, options, bytes: bytes, isPartial: isPartial)
  }

  /// False if the source was stopped before its end.
  private nonisolated(nonsending) func replay<Source: ChunkSource & ~Copyable>(
    _ source: inout Source, _ workers: inout [ReplayWorker], _ merger: inout ReplayMerger, bytesBefore: Int
  ) async throws -> Bool {
    options.jobs == 1
      ? try replayAlone(&source, workers[0], &merger, bytesBefore: bytesBefore)
      : try await replayInParallel(&source, &workers, &merger, bytesBefore: bytesBefore)
  }

  private func replayAlone<Source: ChunkSource & ~Copyable>(
    _ source: inout Source, _ worker: ReplayWorker, _ merger: inout ReplayMerger, bytesBefore: Int
  ) throws -> Bool {
    while true {
      switch try source.read(into: worker) {
      case .end: return true
      case .stopped: return false
      case .chunk: break
      }
      if options.meetingFields != nil {
        worker.process()
        try merger.merge(worker)
      } else {
        try merger.evaluateAndMerge(worker)
      }
      if !progress(bytesBefore + source.bytesRead) { source.stop() }
    }
  }

  private nonisolated(nonsending) func replayInParallel<Source: ChunkSource & ~Copyable>(
    _ source: inout Source, _ idle: inout [ReplayWorker], _ merger: inout ReplayMerger, bytesBefore: Int
  ) async throws -> Bool {
    var finished: [Int: ReplayWorker] = [:]
    var nextToRead = 0
    var nextToMerge = 0
    var isAtEnd = false
    var isStopped = false
    try await withThrowingTaskGroup(of: ReplayWorker.self) { group in
      while true {
        while !isAtEnd, let worker = idle.popLast() {
          worker.position = nextToRead
          let advance = try source.read(into: worker)
          guard case .chunk = advance else {
            isAtEnd = true
            if case .stopped = advance { isStopped = true }
            idle.append(worker)
            break
          }
          nextToRead += 1
          group.addTask {
            worker.process()
            return worker
          }
        }
        // Reading while the workers are busy: a finished job gets its next chunk without a wait.
        if !isAtEnd { source.readAhead() }
        guard let worker = try await group.next() else { break }
        finished[worker.position] = worker
        while let next = finished.removeValue(forKey: nextToMerge) {
          try merger.merge(next)
          nextToMerge += 1
          idle.append(next)
        }
        if !progress(bytesBefore + source.bytesRead) { source.stop() }
      }
    }
    return !isStopped
  }
}

extension Replayer.Stream {
  package func open() throws(Replayer.Failure) -> FileDescriptor {
    switch source {
    case .descriptor(let descriptor): return descriptor
    case .file(let path):
      do {
        return try FileDescriptor.open(path, .readOnly)
      } catch {
        throw .unreadable(stream: name, error as? Errno ?? .ioError)
      }
    }
  }

  package func close(_ descriptor: FileDescriptor) {
    // The file was only read, so an error on closing does not matter.
    if case .file = source { try? descriptor.close() }
  }
}
