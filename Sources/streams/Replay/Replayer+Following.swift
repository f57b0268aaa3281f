package import Counting
internal import ErrorStreams
internal import Engine
internal import Records
internal import SystemPackage

/// Intermediate, of a replay that follows its streams.
package struct ReplayState: Sendable {
  package let lineCounts: LineCounts
  /// The counts in the order of ``Evaluation``.
  package let evaluations: [ReplaySummary.Count]
  package let unhandled: Int
  package let untracked: Int
}

extension Replayer {
  /// Reads the streams and appended records until `wait` returns false.
  ///
  /// - Parameters:
  ///   - streams: files, each of which may be rotated or truncated meanwhile. A file that was rotated away,
  ///     or compressed, is read to its end.
  ///   - receive: called after each pass that found records.
  ///   - wait: waits until the next pass; false ends the replay.
  package func follow(_ streams: [Stream], receive: (ReplayState) throws -> Void, wait: () -> Bool) throws
    -> ReplaySummary
  {
    var merger = ReplayMerger(chain, options, output: output, rejects: rejects)
    merger.rejected.mayStopEarly = false
    let worker = ReplayWorker(chain, options)
    var followed: [FollowedStream] = []
    for stream in streams { followed.append(try FollowedStream(stream, options)) }
    var isStopped = false
    while true {
      var hasMore = false
      var isBehind = false
      for (index, stream) in followed.enumerated() {
        worker.stream = index
        var chunks = 0
        // A stream that grows faster than it is read must not starve the others.
        while isStopped || chunks < Self.turn, try stream.read(into: worker, options) {
          try merger.evaluateAndMerge(worker)
          chunks += 1
        }
        if chunks > 0 { hasMore = true }
        if chunks == Self.turn { isBehind = true }
      }
      if hasMore {
        merger.settle(worker)
        try receive(merger.state(of: chain))
      }
      if isStopped { break }
      let goesOn = isBehind ? progress(followed.reduce(0) { $0 + $1.reader.bytesRead }) : wait()
      guard !goesOn else { continue }
      isStopped = true
      for stream in followed { stream.file?.stop() }
    }
    for (index, stream) in followed.enumerated() {
      merger.note(index, stream.reader, stream.file)
    }
    let read = ReplayReading(
      streams.map { $0.name }, options, bytes: followed.reduce(0) { $0 + $1.reader.bytesRead },
      isPartial: followed.contains { $0.isCut })
    return ReplaySummary(chain, read, merger.counts, load: merger.finishLoad(), merger)
  }

  /// Chunks of a stream.
  private static let turn = 64
}

/// A stream that cannot grow is read to its end.
private final class FollowedStream {
  let file: FollowedFile?
  private let stream: Replayer.Stream
  private let descriptor: FileDescriptor?
  var reader: StreamReader
  private var isAtEnd = false

  init(_ stream: Replayer.Stream, _ options: ReplayOptions) throws(Replayer.Failure) {
    self.stream = stream
    if case .file(let path) = stream.source, FollowedFile.grows(path.string) {
      let followed: FollowedFile
      do throws(Errno) {
        followed = try FollowedFile(path.string)
      } catch {
        throw .unreadable(stream: stream.name, error)
      }
      file = followed
      descriptor = nil
      reader = StreamReader(
        following: followed, input: options.input, limits: options.limits, times: options.times,
        chunkSize: options.chunkSize)
    } else {
      let descriptor = try stream.open()
      file = nil
      self.descriptor = descriptor
      reader = StreamReader(descriptor, named: stream.name, options)
    }
  }

  var isCut: Bool { file == nil && !isAtEnd }

  deinit {
    if let descriptor { stream.close(descriptor) }
  }

  func read(into worker: ReplayWorker, _ options: ReplayOptions) throws(Replayer.Failure) -> Bool {
    guard !isAtEnd else { return false }
    do throws(Errno) {
      guard try reader.read(into: &worker.run.chunk) else {
        isAtEnd = true
        if let fault = reader.fault, fault.isFatal { throw Errno.badMessage }
        return false
      }
    } catch {
      if error == .resourceTemporarilyUnavailable || error == .interrupted { return false }
      if let fault = reader.fault { throw .packed(stream: stream.name, fault) }
      throw .unreadable(stream: stream.name, error)
    }
    worker.prepare(reader.detection, options.input.table, options.times.zone)
    return true
  }
}

extension ReplayMerger {
  fileprivate func state(of chain: ResponderChain) -> ReplayState {
    ReplayState(
      lineCounts: counts.lines, evaluations: ReplaySummary.Count.evaluations(counts.outcomes),
      unhandled: counts.outcomes.totals.unhandled, untracked: counts.outcomes.retries.allUntracked)
  }
}
