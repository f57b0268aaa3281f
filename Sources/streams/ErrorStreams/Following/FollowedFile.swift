internal import Bytes
internal import Records
package import SystemPackage

/// A log that is read as it grows.
///
/// - Rotation: another file is at its path. The old one is read once more, then the generations between,
///   oldest first, then the file at the path.
/// - Truncation: it is shorter than what was read, or its first bytes differ. It is read from its beginning
///   again; text written and not read before is lost, and its size is unknown.
///
/// The next file never continues an incomplete line.
package final class FollowedFile {
  private let path: String
  private var descriptor: FileDescriptor
  private var state: FileState
  private var offset = 0
  /// The first bytes, as they were read, to detect a rewritten file.
  private var beginning: [UInt8] = []
  /// Up to the one at the path, each opened when it was found.
  private var successors: [FileDescriptor] = []
  /// Known files beside it; unknown ones were written since. A deleted file may leave its inode number to
  /// another one, but not its first bytes.
  private var siblings: [FileState.Identity: [UInt8]] = [:]
  /// Another file was seen at the path; the last read found nothing new.
  private var isReplaced = false
  private var isRested = true
  /// Reading is to end at the current end of the file, and did.
  private var isStopped = false
  private var limit = Int.max
  private(set) var isAtEnd = false
  package private(set) var rotations = 0
  package private(set) var truncations = 0
  private static let remembered = 1_024

  /// - Throws: the system's error; `Errno.invalidArgument` if it is not a regular file.
  package init(_ path: String) throws(Errno) {
    self.path = path
    do {
      descriptor = try .open(FilePath(path), .readOnly)
    } catch {
      throw error as? Errno ?? .ioError
    }
    guard let state = FileState(of: descriptor), state.isRegular else {
      try? descriptor.close()
      throw .invalidArgument
    }
    self.state = state
    siblings = Self.beginnings(of: rotated())
  }

  /// Neither packed nor rotated.
  package static func grows(_ path: String) -> Bool {
    if let name = FilePath(path).lastComponent?.string, RotatedName(name).isRotated { return false }
    guard let descriptor = try? FileDescriptor.open(FilePath(path), .readOnly) else { return true }
    defer { try? descriptor.close() }
    return beginning(of: descriptor, count: 512).withUnsafeBytes {
      PackedKind(ByteSlice($0)) == nil && OtherPacking(ByteSlice($0)) == nil
    }
  }

  deinit {
    for descriptor in [descriptor] + successors { try? descriptor.close() }
  }

  var changed: Timestamp? { FileState(of: descriptor)?.changed }

  /// Reads only up to the current end of the file.
  package func stop() {
    isStopped = true
    limit = FileState(of: descriptor)?.size ?? 0
  }

  /// Returns 0 at the end of a file, which is final if ``isAtEnd``, or else another file begins.
  ///
  /// - Throws: `Errno.resourceTemporarilyUnavailable` if there are no more bytes yet.
  func read(into room: UnsafeMutableBufferPointer<UInt8>) throws(Errno) -> Int {
    guard !isAtEnd else { return 0 }
    if isRested, isWrittenAnew() {
      begin(anew: descriptor)
      truncations += 1
      return 0
    }
    isRested = false
    let count = try readOn(room)
    if count > 0 { return count }
    if let next = successors.first {
      successors.removeFirst()
      begin(with: next)
      return 0
    }
    if isRotated() {
      guard isReplaced || isStopped else {
        // Its writer may not have noticed yet, so it is read once more.
        isReplaced = true
        return try rest()
      }
      findSuccessors()
      if let next = successors.first {
        successors.removeFirst()
        begin(with: next)
        return 0
      }
    }
    if isStopped {
      isAtEnd = true
      return 0
    }
    return try rest()
  }

  private func rest() throws(Errno) -> Int {
    isRested = true
    throw .resourceTemporarilyUnavailable
  }

  private func readOn(_ room: UnsafeMutableBufferPointer<UInt8>) throws(Errno) -> Int {
    let most = min(room.count, limit - offset)
    guard most > 0 else { return 0 }
    let part = UnsafeMutableBufferPointer(rebasing: room[..<most])
    let count: Int
    do {
      count = try descriptor.read(
        fromAbsoluteOffset: Int64(offset), into: UnsafeMutableRawBufferPointer(part))
    } catch {
      throw error as? Errno ?? .ioError
    }
    if beginning.count < Self.remembered, beginning.count == offset {
      beginning += part.prefix(min(count, Self.remembered - beginning.count))
    }
    offset += count
    return count
  }

  /// The text that was read is no longer in the file.
  private func isWrittenAnew() -> Bool {
    guard offset > 0, let now = FileState(of: descriptor) else { return false }
    if now.size < offset { return true }
    guard !beginning.isEmpty else { return false }
    return Self.beginning(of: descriptor, count: beginning.count) != beginning
  }

  /// Also true at the end if no file is at the path: the old one may have been moved.
  private func isRotated() -> Bool {
    guard let now = FileState(at: path) else { return isStopped }
    return now.identity != state.identity
  }

  private func findSuccessors() {
    let current = try? FileDescriptor.open(FilePath(path), .readOnly)
    let now = current.flatMap { FileState(of: $0) }
    let isAnother = now.map { $0.isRegular && $0.identity != state.identity } ?? false
    guard isAnother || isStopped else {
      try? current?.close()
      return
    }
    let found = rotated()
    let beginnings = Self.beginnings(of: found)
    for file in found where file.identity != state.identity && file.identity != now?.identity {
      // A file known to be empty is still empty, or was written since; an empty one has nothing to read.
      if let known = siblings[file.identity], let now = beginnings[file.identity],
        known.isEmpty ? now.isEmpty : now.starts(with: known)
      {
        continue
      }
      if let descriptor = try? FileDescriptor.open(FilePath(file.path), .readOnly) {
        successors.append(descriptor)
      }
    }
    siblings = beginnings
    guard let current else { return }
    if isAnother { successors.append(current) } else { try? current.close() }
  }

  private static func beginnings(of files: [(path: String, identity: FileState.Identity)]) -> [FileState
    .Identity: [UInt8]]
  {
    var beginnings: [FileState.Identity: [UInt8]] = [:]
    for file in files {
      guard let descriptor = try? FileDescriptor.open(FilePath(file.path), .readOnly) else { continue }
      defer { try? descriptor.close() }
      beginnings[file.identity] = Self.beginning(of: descriptor, count: remembered)
    }
    return beginnings
  }

  private static func beginning(of descriptor: FileDescriptor, count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = try? bytes.withUnsafeMutableBytes { try descriptor.read(fromAbsoluteOffset: 0, into: $0) }
    return Array(bytes.prefix(read ?? 0))
  }

  /// Unpacked, oldest first.
  private func rotated() -> [(path: String, identity: FileState.Identity)] {
    let path = FilePath(path)
    guard let name = path.lastComponent?.string else { return [] }
    let folder = path.removingLastComponent().string
    let names = FolderNames.names(in: folder.isEmpty ? "." : folder) ?? []
    let found = names.map { RotatedName($0) }.filter { $0.live == name && $0.isRotated && !$0.isPacked }
    return found.sorted().compactMap { name in
      let path = folder.isEmpty ? name.name : "\(folder)/\(name.name)"
      guard let state = FileState(at: path), state.isRegular else { return nil }
      return (path, state.identity)
    }
  }

  private func begin(with next: FileDescriptor) {
    try? descriptor.close()
    descriptor = next
    if let state = FileState(of: next) { self.state = state }
    if isStopped { limit = state.size }
    rotations += 1
    begin(anew: next)
  }

  private func begin(anew descriptor: FileDescriptor) {
    offset = 0
    beginning = []
    isReplaced = false
    isRested = false
  }
}
