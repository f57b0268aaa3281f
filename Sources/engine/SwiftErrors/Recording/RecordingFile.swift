internal import Bytes
internal import Dispatch
internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A bounded, rotated file of recorded errors that never blocks the caller.
///
/// ```swift
/// let file = RecordingFile("/var/log/shop/errors.ndjson")
/// let recorder = ErrorRecorder(now: { Date() }, sink: file.append)
/// ```
///
/// A thread of its own writes the lines. Lines that arrive faster than the disk accepts them wait in a queue
/// of bounded size; lines without room there are dropped and counted.
///
/// Several processes may write to one path: each locks the file (`flock`) while it writes or rotates. A line that
/// another program left unfinished is ended before the next one.
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

  /// A file at a path whose folder must exist. Only its owner may read it (mode 0600).
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
      var file: LockedFile?
      for line in lines { write(line, to: &file) }
    }
  }

  private func write(_ line: [UInt8], to file: inout LockedFile?) {
    do throws(FileFailure) {
      if file == nil { file = try opened() }
      if let length = file?.length, length > 0, length + line.count > fileBytes {
        try rotate()
        state.withLock { $0.counts.rotations += 1 }
        // The lock goes with the old file only after the new one is there.
        file = try opened()
      }
      try file?.append(line)
      state.withLock { $0.counts.written += 1 }
    } catch {
      file = nil
      state.withLock { state in
        state.counts.failed += 1
        state.counts.reason = error.reason
      }
    }
  }

  private func opened() throws(FileFailure) -> LockedFile {
    var file = try LockedFile(path)
    try file.endLine()
    return file
  }

  private func rotate() throws(FileFailure) {
    func name(_ age: Int) -> String { age == 0 ? path : "\(path).\(age)" }
    if files == 1 {
      guard unlink(path) == 0 else { throw FileFailure() }
      return
    }
    for age in stride(from: files - 2, through: 0, by: -1) {
      guard rename(name(age), name(age + 1)) == 0 || errno == ENOENT else { throw FileFailure() }
    }
  }
}

private struct FileFailure: Error {
  /// The system's.
  let reason = String(cString: strerror(errno))
}

/// A file that only this process writes to until the value ends.
private struct LockedFile: ~Copyable {
  private let descriptor: Int32
  /// The length in bytes.
  private(set) var length = 0

  init(_ path: String) throws(FileFailure) {
    (descriptor, length) = try Self.opened(path)
  }

  private static func opened(_ path: String) throws(FileFailure) -> (descriptor: Int32, length: Int) {
    while true {
      let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw FileFailure() }
      var own = stat()
      var current = stat()
      guard lock(descriptor), fstat(descriptor, &own) == 0 else {
        let failure = FileFailure()
        close(descriptor)
        throw failure
      }
      // Another process may have rotated it meanwhile.
      if stat(path, &current) == 0, current.st_ino == own.st_ino, current.st_dev == own.st_dev {
        return (descriptor, Int(own.st_size))
      }
      close(descriptor)
    }
  }

  deinit { close(descriptor) }

  private static func lock(_ descriptor: Int32) -> Bool {
    while flock(descriptor, LOCK_EX) != 0 {
      if errno == EINTR { continue }
      // Devices and some file systems have no locks.
      return errno == EINVAL || errno == ENOTSUP || errno == ENOLCK || errno == ENOSYS
    }
    return true
  }

  /// Ends a line that a killed process or another program left unfinished.
  mutating func endLine() throws(FileFailure) {
    var last: UInt8 = 0
    guard length > 0, pread(descriptor, &last, 1, off_t(length - 1)) == 1, last != UInt8(ascii: "\n") else {
      return
    }
    try append([UInt8(ascii: "\n")])
  }

  mutating func append(_ line: [UInt8]) throws(FileFailure) {
    var count = 0
    while count < line.count {
      // A line is written by one call; the rest only follows where the system took a part.
      let written = line.withUnsafeBytes { bytes in
        systemWrite(descriptor, bytes.baseAddress.map { $0 + count }, bytes.count - count)
      }
      if written < 0 {
        if errno == EINTR { continue }
        let failure = FileFailure()
        // Removes half a line, because the next one would be appended to it.
        if count > 0 { _ = ftruncate(descriptor, off_t(length)) }
        throw failure
      }
      count += written
    }
    length += line.count
  }
}

/// `write`, which methods of this name would shadow.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
