package import Bytes
package import Source

/// The texts of files: those that are open in the client, and all others as they are on the disk.
package struct Texts: Sendable {
  package let files: any FileSystem
  package let limits: Limits
  /// The open files by resolved path, or by path if there is no such file yet.
  private var open: [String: SourceFile] = [:]

  package init(files: any FileSystem, limits: Limits) {
    self.files = files
    self.limits = limits
  }

  /// All files as they are on the disk.
  var saved: Texts { Texts(files: files, limits: limits) }

  mutating func set(_ file: SourceFile?, at identity: String) { open[identity] = file }

  /// The path with all links resolved, or the plain path of what is not there.
  package func identity(of path: String) -> String {
    let plain = PathText.plain(path)
    if let resolved = try? files.resolve(plain) { return resolved }
    guard plain != "/" else { return plain }
    return PathText.joined(identity(of: PathText.folder(of: plain)), PathText.name(of: plain))
  }

  func isOpen(_ identity: String) -> Bool { open[identity] != nil }

  package func exists(_ identity: String) -> Bool {
    open[identity] != nil || files.isFolder(identity) == false
  }

  package func bytes(of identity: String) throws(ImportFault) -> [UInt8] {
    if let file = open[identity] { return file.bytes }
    return try files.read(identity, limit: limits.ruleFileBytes)
  }
}

/// The files that a result depends on, also those that are not there.
final class ReadFiles: Sendable {
  private let names = Lock<Set<String>>([])

  func note(_ identity: String) { names.withLock { _ = $0.insert(identity) } }

  var all: Set<String> { names.withLock { $0 } }
}

/// Imports of a rule file: relative to the importing file, and only inside the entry file's folder.
struct TextImports: ImportReader {
  let entry: String
  private let folder: String
  private let texts: Texts
  private let reads: ReadFiles

  init(entry identity: String, texts: Texts, reads: ReadFiles) {
    entry = identity
    folder = PathText.folder(of: identity)
    self.texts = texts
    self.reads = reads
  }

  func find(_ path: String, from importer: String) throws(ImportFault) -> ImportedFile {
    let plain = PathText.joined(PathText.folder(of: importer), path)
    let file = texts.identity(of: plain)
    // Nothing about files outside is revealed, not even whether they exist.
    guard PathText.isInside(file, folder) else { throw .leavesFolder }
    reads.note(file)
    if !texts.isOpen(file) {
      switch texts.files.isFolder(file) {
      case true?: throw .isFolder
      case false?: break
      case nil:
        _ = try texts.files.resolve(file)
        throw .isUnreadable("it is not a regular file")
      }
    }
    return ImportedFile(identity: file, name: file)
  }

  func read(_ file: ImportedFile) throws(ImportFault) -> [UInt8] { try texts.bytes(of: file.identity) }
}
