internal import Bytes
internal import Dispatch
internal import Foundation

/// A bounded, rotated file of recorded errors that never blocks the caller.
///
/// ```swift
/// let file = RecordingFile("/var/log/shop/errors.ndjson")
/// let recorder = ErrorRecorder(now: { Date() }, sink: file.append)
/// ```
///
/// A thread of its own writes the lines. Lines that arrive faster than the disk accepts them wait in a queue
/// of bounded size; lines without room there are dropped and counted.
public final class RecordingFile: Sendable {
  /// The counts of lines so far.
  public struct Counts: Sendable, Hashable {
    /// Lines written to a file.
    public internal(set) var written = 0
    /// Lines dropped because the queue was full.
    public internal(set) var dropped = 0
    /// Lines that could not be written.
    public internal(set) var failed = 0
    /// The number of rotations.
    public internal(set) var rotations = 0
    /// The file system's reason for the last failure.
    public internal(set) var reason: String?
  }

  /// The path of the newest file; older ones are beside it, with `.1`, `.2` and so on after the name.
  public let path: String
  private let fileBytes: Int
  private let files: Int
  private let queueBytes: Int
  private let state = Lock(State())
  private let writer: DispatchQueue

  private struct State {
    var lines: [[UInt8]] = []
    var bytes = 0
    var isWriting = false
    var counts = Counts()
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// A file at a path whose folder must exist.
  ///
  /// - Parameters:
  ///   - path: the path of the newest file; lines are appended to an existing one.
  ///   - fileBytes: the size of one file, from 4,096 bytes; a longer line has a file for itself.
  ///   - files: the most files, from 1; the oldest is removed.
  ///   - queueBytes: the size of the queue, from 4,096 bytes.
  public init(_ path: String, fileBytes: Int = 10 << 20, files: Int = 5, queueBytes: Int = 1 << 20) {
    self.path = path
    self.fileBytes = max(fileBytes, 4_096)
    self.files = max(files, 1)
    self.queueBytes = max(queueBytes, 4_096)
    writer = DispatchQueue(label: "RecordingFile")
  }

  /// The counts of lines so far.
  public var counts: Counts { state.withLock { $0.counts } }

  /// Enqueues a line, with its line feed; returns at once.
  public func append(_ line: [UInt8]) {
    let isFirst = state.withLock { state in
      guard state.bytes + line.count <= queueBytes || state.lines.isEmpty && line.count > queueBytes else {
        state.counts.dropped += 1
        return false
      }
      state.lines.append(line)
      state.bytes += line.count
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if isFirst { writer.async { self.write() } }
  }

  /// Waits until all enqueued lines are written, or given up.
  public func flush() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.isWriting { state.waiting.append(continuation) }
        return !state.isWriting
      }
      if isIdle { continuation.resume() }
    }
  }

  private func write() {
    while true {
      let lines = state.withLock { state in
        defer { (state.lines, state.bytes) = ([], 0) }
        return state.lines
      }
      guard !lines.isEmpty else {
        let (isDone, waiting) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
          guard state.lines.isEmpty else { return (false, []) }
          state.isWriting = false
          defer { state.waiting = [] }
          return (true, state.waiting)
        }
        for continuation in waiting { continuation.resume() }
        if isDone { return }
        continue
      }
      var open = OpenFile(path: path)
      for line in lines { write(line, to: &open) }
      open.close()
    }
  }

  private func write(_ line: [UInt8], to open: inout OpenFile) {
    do {
      let size = try open.size()
      if size > 0, size + line.count > fileBytes {
        open.close()
        try rotate()
        state.withLock { $0.counts.rotations += 1 }
      }
      try open.write(line)
      state.withLock { $0.counts.written += 1 }
    } catch {
      state.withLock { state in
        state.counts.failed += 1
        state.counts.reason = "\(error.localizedDescription)"
      }
    }
  }

  private func rotate() throws {
    let manager = FileManager.default
    func name(_ age: Int) -> String { age == 0 ? path : "\(path).\(age)" }
    if manager.fileExists(atPath: name(files - 1)) { try manager.removeItem(atPath: name(files - 1)) }
    for age in stride(from: files - 2, through: 0, by: -1) where manager.fileExists(atPath: name(age)) {
      try manager.moveItem(atPath: name(age), toPath: name(age + 1))
    }
  }
}

/// Open while lines are written.
private struct OpenFile {
  let path: String
  private var handle: FileHandle?
  private var length = 0

  init(path: String) {
    self.path = path
  }

  mutating func size() throws -> Int {
    _ = try opened()
    return length
  }

  mutating func write(_ line: [UInt8]) throws {
    let handle = try opened()
    do {
      try handle.write(contentsOf: Data(line))
      length += line.count
    } catch {
      // Remove half a line, because the next one would be appended to it.
      try? handle.truncate(atOffset: UInt64(length))
      close()
      throw error
    }
  }

  mutating func close() {
    try? handle?.close()
    handle = nil
  }

  private mutating func opened() throws -> FileHandle {
    if let handle { return handle }
    let manager = FileManager.default
    if !manager.fileExists(atPath: path) { try Data().write(to: URL(fileURLWithPath: path)) }
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    length = Int(try handle.seekToEnd())
    self.handle = handle
    return handle
  }
}
