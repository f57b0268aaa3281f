package import ErrorStreams
package import RuleEngine
package import SystemPackage

/// Runs recorded errors through a chain: reads chunks, has workers answer them, merges them in order.
package struct Replayer {
  /// A stream to replay.
  package struct Stream: Sendable {
    package enum Source: Sendable {
      /// What is open already, and stays so.
      case descriptor(FileDescriptor)
      /// A file that is opened when its turn comes.
      case file(FilePath)
    }

    /// Its name for people.
    package let name: String
    package let source: Source

    package init(name: String, source: Source) {
      self.name = name
      self.source = source
    }
  }

  /// Why a replay ended before its streams did.
  package enum Failure: Error {
    /// A stream could not be read.
    case unreadable(stream: String, Errno)
    /// A stream is packed in a way that can't be unpacked.
    case packed(stream: String, StreamFault)
    /// None of the first records is an error; the keys of one of them.
    case noErrors(stream: String, keys: [String])
  }

  private let chain: ResponderChain
  private let options: ReplayOptions
  private let output: (any ReplayOutput)?
  private let rejects: (any ReplayOutput)?
  /// Told the bytes read so far, now and then; false stops the replay where it is.
  private let progress: (Int) -> Bool

  package init(
    _ chain: ResponderChain,
    _ options: ReplayOptions,
    output: (any ReplayOutput)?,
    rejects: (any ReplayOutput)?,
    progress: @escaping (Int) -> Bool
  ) {
    self.chain = chain
    self.options = options
    self.output = output
    self.rejects = rejects
    self.progress = progress
  }

  /// Replays the streams one after the other.
  package func run(_ streams: [Stream]) async throws -> ReplaySummary {
    var merger = ReplayMerger(chain, options, output: output, rejects: rejects)
    let read = try await answer(streams, &merger)
    return ReplaySummary(chain, read, merger.tally, load: merger.finishLoad(), merger)
  }

  /// Replays the streams with both rule sets, each record read once.
  package func compare(_ streams: [Stream], with other: ResponderChain) async throws -> ReplayComparison {
    var merger = ReplayMerger(chain, comparing: other, options, output: nil, rejects: rejects)
    let read = try await answer(streams, &merger, comparing: other)
    return merger.comparison(of: chain, with: other, read)
  }

  /// What was read of the streams.
  struct Reading {
    let streams: [String]
    let bytes: Int
    let isPartial: Bool
  }

  private func answer(
    _ streams: [Stream],
    _ merger: inout ReplayMerger,
    comparing other: ResponderChain? = nil
  ) async throws -> Reading {
    // One chunk more than there are jobs is read ahead, so that no job waits for the reader.
    var workers = (0..<(options.jobs == 1 ? 1 : options.jobs + 1)).map { _ in
      ReplayWorker(chain, comparing: other, options)
    }
    var isPartial = false
    var bytesRead = 0
    for (index, stream) in streams.enumerated() where !isPartial {
      for worker in workers { worker.stream = index }
      let descriptor = try open(stream)
      defer { close(descriptor, of: stream) }
      var reader = StreamReader(
        descriptor,
        input: options.input,
        limits: options.limits,
        chunkSize: options.chunkSize,
        wake: options.wake
      )
      do {
        let isComplete =
          options.jobs == 1
          ? try replay(stream, &reader, workers[0], &merger, bytesBefore: bytesRead)
          : try await replayInParallel(stream, &reader, &workers, &merger, bytesBefore: bytesRead)
        isPartial = !isComplete
      } catch is Impatience {
        throw Failure.noErrors(stream: stream.name, keys: merger.firstKeys)
      }
      bytesRead += reader.bytesRead
      if let fault = reader.fault, fault.isFatal { throw Failure.packed(stream: stream.name, fault) }
      merger.note(reader.detection, reader.fault)
    }
    let ledger = merger.ledger
    if !isPartial, ledger.records == 0, !merger.firstKeys.isEmpty {
      throw Failure.noErrors(stream: streams.map { $0.name }.joined(separator: ", "), keys: merger.firstKeys)
    }
    return Reading(streams: streams.map { $0.name }, bytes: bytesRead, isPartial: isPartial)
  }

  private func open(_ stream: Stream) throws -> FileDescriptor {
    switch stream.source {
    case .descriptor(let descriptor): return descriptor
    case .file(let path):
      do {
        return try FileDescriptor.open(path, .readOnly)
      } catch {
        throw Failure.unreadable(stream: stream.name, error as? Errno ?? .ioError)
      }
    }
  }

  private func close(_ descriptor: FileDescriptor, of stream: Stream) {
    // It was only read: an error says nothing about what was read.
    if case .file = stream.source { try? descriptor.close() }
  }

  private func replay(
    _ stream: Stream,
    _ reader: inout StreamReader,
    _ worker: ReplayWorker,
    _ merger: inout ReplayMerger,
    bytesBefore: Int
  ) throws -> Bool {
    while true {
      switch try read(&reader, into: worker, stream) {
      case .end: return true
      case .stopped: return false
      case .chunk: break
      }
      try merger.answerAndMerge(worker)
      guard progress(bytesBefore + reader.bytesRead) else { return false }
    }
  }

  private func replayInParallel(
    _ stream: Stream,
    _ reader: inout StreamReader,
    _ idle: inout [ReplayWorker],
    _ merger: inout ReplayMerger,
    bytesBefore: Int
  ) async throws -> Bool {
    var finished: [Int: ReplayWorker] = [:]
    var nextToRead = 0
    var nextToMerge = 0
    var isAtEnd = false
    var isStopped = false
    try await withThrowingTaskGroup(of: ReplayWorker.self) { group in
      while true {
        while !isAtEnd, !isStopped, let worker = idle.popLast() {
          worker.position = nextToRead
          let reading = try read(&reader, into: worker, stream)
          guard case .chunk = reading else {
            isAtEnd = true
            if case .stopped = reading { isStopped = true }
            idle.append(worker)
            break
          }
          nextToRead += 1
          group.addTask {
            worker.process()
            return worker
          }
        }
        guard let worker = try await group.next() else { break }
        finished[worker.position] = worker
        while let next = finished.removeValue(forKey: nextToMerge) {
          try merger.merge(next)
          nextToMerge += 1
          idle.append(next)
        }
        if !progress(bytesBefore + reader.bytesRead) { isStopped = true }
      }
    }
    return !isStopped
  }

  private enum Advance {
    case chunk, end, stopped
  }

  private func read(_ reader: inout StreamReader, into worker: ReplayWorker, _ stream: Stream) throws
    -> Advance
  {
    let hasMore: Bool
    do {
      hasMore = try reader.read(into: &worker.answers.chunk)
    } catch .interrupted {
      return .stopped
    } catch {
      throw Failure.unreadable(stream: stream.name, error)
    }
    guard hasMore else { return .end }
    worker.prepare(reader.detection, options.input.table)
    return .chunk
  }
}
