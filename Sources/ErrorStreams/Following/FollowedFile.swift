internal import Bytes
package import SystemPackage

/// A log that is read as it grows, through rotation and truncation.
///
/// - Rotated: another file stands at its path. What the old one still gets is read for one more look, then the
///   generations that were made and put away in between, oldest first, then what stands at the path.
/// - Truncated: it is shorter than what was read of it, or its first bytes are others. It is read from its beginning again;
///   what was written and not read before is lost, and nobody can know how much that was.
///
/// A line that is open where one file ends is a line of its own: the next file never continues it.
package final class FollowedFile {
  private let path: String
  private var descriptor: FileDescriptor
  private var state: FileState
  private var offset = 0
  /// The first bytes as they were read, so that a file that was written anew is known for one.
  private var beginning: [UInt8] = []
  /// Files that come before the one at the path, which is among them, each opened when it was found.
  private var successors: [FileDescriptor] = []
  /// The files beside it that are known, with their first bytes: what is not among them was written since. A file that
  /// is deleted may leave its number to another one, never its first bytes.
  private var siblings: [FileState.Identity: [UInt8]] = [:]
  /// Whether another file was seen at the path, and whether the last look found nothing new.
  private var isReplaced = false
  private var isRested = true
  /// Whether the file shall be read no further than it is now, and whether it was.
  private var isStopped = false
  private var limit = Int.max
  private(set) var isAtEnd = false
  /// How often another file took its place, and how often it was written anew.
  package private(set) var rotations = 0
  package private(set) var truncations = 0
  private static let remembered = 1_024

  /// Opens the file at a path.
  ///
  /// - Throws: what the system says; `Errno.invalidArgument` where it is no regular file.
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

  /// Whether the file at a path may grow: it is no packed one, and none that a rotation has put away.
  package static func grows(_ path: String) -> Bool {
    if let name = FilePath(path).lastComponent?.string, RotatedName(name).isRotated { return false }
    guard let descriptor = try? FileDescriptor.open(FilePath(path), .readOnly) else { return true }
    defer { try? descriptor.close() }
    return beginning(of: descriptor, count: 4).withUnsafeBytes { PackedKind(ByteSlice($0)) } == nil
  }

  deinit {
    for descriptor in [descriptor] + successors { try? descriptor.close() }
  }

  /// From here on the file is read to where it is now, and that is its end.
  package func stop() {
    isStopped = true
    limit = FileState(of: descriptor)?.size ?? 0
  }

  /// Reads what there is; 0 where a file ends, as ``isAtEnd`` says for good or because another one begins.
  ///
  /// - Throws: `Errno.resourceTemporarilyUnavailable` where there is nothing more yet.
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
        // Who writes to it may not have noticed yet: it gets one more look.
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
        fromAbsoluteOffset: Int64(offset),
        into: UnsafeMutableRawBufferPointer(part)
      )
    } catch {
      throw error as? Errno ?? .ioError
    }
    if beginning.count < Self.remembered, beginning.count == offset {
      beginning += part.prefix(min(count, Self.remembered - beginning.count))
    }
    offset += count
    return count
  }

  /// Whether what was read of the file does not stand there any more.
  private func isWrittenAnew() -> Bool {
    guard offset > 0, let now = FileState(of: descriptor) else { return false }
    if now.size < offset { return true }
    guard !beginning.isEmpty else { return false }
    return Self.beginning(of: descriptor, count: beginning.count) != beginning
  }

  /// Whether another file stands at the path; at the end also whether none does, as what was there may be put away.
  private func isRotated() -> Bool {
    guard let now = FileState(at: path) else { return isStopped }
    return now.identity != state.identity
  }

  /// Opens what was put away since the last look, oldest first, and what stands at the path now.
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
      // One that was known and empty is empty still, or was written since; one that is empty has nothing to be read.
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

  /// The unpacked files that a rotation put beside this one, oldest first.
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

  /// Goes on with another file.
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
