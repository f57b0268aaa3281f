import Replay
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A regular file is written to a temporary file and renamed when complete; standard output (`-`), devices,
/// pipes and links are written in place, and so is the output of a run without an end.
final class OutputFile: ReplayOutput {
  private let output: CheckedOutput
  /// The descriptor of an output that is written in place; nil for standard output.
  private let descriptor: FileDescriptor?
  let name: String
  private(set) var isGivenUp = false
  /// Nil if the output is written in place.
  private let temporary: TemporaryFile?

  init(_ name: String, isEndless: Bool = false) throws {
    self.name = name
    guard name != "-" else {
      output = .standardOutput
      descriptor = nil
      temporary = nil
      return
    }
    WatchedFiles.noteOutput(name)
    let kind = try? FileKind(of: name, followsLinks: false)
    do {
      let isRegular = kind?.isRegular ?? true
      if isRegular, !isEndless {
        temporary = try TemporaryFile(beside: name, permissions: kind?.permissions ?? Self.permissions)
        descriptor = nil
      } else {
        let isFile = isRegular || kind?.isLink == true
        let options: FileDescriptor.OpenOptions = isFile ? [.create, .truncate] : []
        descriptor = try .open(FilePath(name), .writeOnly, options: options, permissions: Self.permissions)
        temporary = nil
      }
    } catch {
      throw WriteFailure(name: name, errno: error as? Errno ?? .ioError)
    }
    output = CheckedOutput(temporary?.descriptor ?? descriptor ?? .standardOutput, name: name)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    try output.write(bytes)
  }

  func flush() throws {
    try output.flush()
  }

  func close() throws {
    try output.flush()
    do {
      try descriptor?.close()
      try temporary?.close()
      try temporary?.replace(name)
    } catch {
      throw WriteFailure(name: name, errno: error as? Errno ?? .ioError)
    }
  }

  /// Output written in place stays as it is.
  func giveUp() throws {
    guard let temporary else { return try close() }
    isGivenUp = true
    try? temporary.descriptor.close()
    temporary.remove()
  }

  private static let permissions: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead]
}
