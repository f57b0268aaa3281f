internal import ErrorStreams
package import RuleEngine
package import SystemPackage

/// Runs recorded errors through a chain: reads chunks, has workers answer them, merges them in order.
package struct Replayer {
  /// A stream to replay.
  package struct Stream: Sendable {
    /// Its name for people.
    package let name: String
    package let descriptor: FileDescriptor

    package init(name: String, descriptor: FileDescriptor) {
      self.name = name
      self.descriptor = descriptor
    }
  }

  /// Why a replay ended before its streams did.
  package enum Failure: Error {
    /// A stream could not be read.
    case unreadable(stream: String, Errno)
    /// None of the first records is an error; the keys of one of them.
    case noErrors(stream: String, keys: [String])
    /// A stream is a JSON array, not a record a line.
    case isArray(stream: String)
  }

  private let chain: ResponderChain
  private let options: ReplayOptions
  private let output: (any ReplayOutput)?
  private let rejects: (any ReplayOutput)?
  /// Told the bytes read so far, now and then; false stops the replay where it is.
  private let progress: (Int) -> Bool
  /// How many records without an error's fields are too many, where no error came before.
  private static let patience = 100

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
    var isPartial = false
    var bytesRead = 0
    for (index, stream) in streams.enumerated() {
      var reader = ChunkReader(stream.descriptor, lineLimit: options.limits.recordBytes)
      let isComplete =
        options.jobs == 1
        ? try replay(stream, index, &reader, &merger, bytesBefore: bytesRead)
        : try await replayInParallel(stream, index, &reader, &merger, bytesBefore: bytesRead)
      bytesRead += reader.bytesRead
      guard isComplete else {
        isPartial = true
        break
      }
    }
    return ReplaySummary(
      chain: chain,
      streams: streams.map { $0.name },
      bytes: bytesRead,
      isPartial: isPartial,
      merger: merger
    )
  }

  private func replay(
    _ stream: Stream,
    _ index: Int,
    _ reader: inout ChunkReader,
    _ merger: inout ReplayMerger,
    bytesBefore: Int
  ) throws -> Bool {
    let worker = ReplayWorker(chain, options)
    worker.stream = index
    while try read(&reader, into: worker, stream) {
      worker.process()
      try merger.merge(worker)
      try checkFirst(merger, stream, worker)
      guard progress(bytesBefore + reader.bytesRead) else { return false }
    }
    return true
  }

  private func replayInParallel(
    _ stream: Stream,
    _ index: Int,
    _ reader: inout ChunkReader,
    _ merger: inout ReplayMerger,
    bytesBefore: Int
  ) async throws -> Bool {
    // One chunk more than there are jobs is read ahead, so that no job waits for the reader.
    var idle = (0...options.jobs).map { _ in ReplayWorker(chain, options) }
    var finished: [Int: ReplayWorker] = [:]
    var nextToRead = 0
    var nextToMerge = 0
    var isAtEnd = false
    var isStopped = false
    try await withThrowingTaskGroup(of: ReplayWorker.self) { group in
      while true {
        while !isAtEnd, !isStopped, let worker = idle.popLast() {
          worker.stream = index
          worker.position = nextToRead
          guard try read(&reader, into: worker, stream) else {
            isAtEnd = true
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
          try checkFirst(merger, stream, next)
          nextToMerge += 1
          idle.append(next)
        }
        if !progress(bytesBefore + reader.bytesRead) { isStopped = true }
      }
    }
    return !isStopped
  }

  private func read(_ reader: inout ChunkReader, into worker: ReplayWorker, _ stream: Stream) throws -> Bool {
    do {
      return try reader.read(into: &worker.chunk)
    } catch {
      throw Failure.unreadable(stream: stream.name, error)
    }
  }

  /// A log of something else is noticed before a gigabyte of it is counted as refused.
  private func checkFirst(_ merger: borrowing ReplayMerger, _ stream: Stream, _ worker: ReplayWorker) throws {
    guard merger.ledger.records == 0, merger.ledger.events == 0 else { return }
    let first = worker.chunk.bytes.slice.firstIndex(where: { $0 > 0x20 })
    if let first, worker.chunk.bytes[first] == UInt8(ascii: "["), merger.ledger.notErrors == 0 {
      throw Failure.isArray(stream: stream.name)
    }
    if merger.ledger.notErrors + merger.ledger.rejected >= Self.patience, merger.ledger.notErrors > 0 {
      throw Failure.noErrors(stream: stream.name, keys: merger.firstKeys)
    }
  }
}

extension ByteSlice {
  fileprivate func firstIndex(where isWanted: (UInt8) -> Bool) -> Int? {
    for index in 0..<count where isWanted(self[index]) { return index }
    return nil
  }
}
