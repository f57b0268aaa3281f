internal import Bytes
internal import Source
import SystemPackage

/// `REV:PATH` of the current repository.
struct RevisionFile {
  let name: String
  let revision: String
  let commit: RevisionTree
  let path: String

  /// Nil if a file of that name exists or if the name has no colon.
  ///
  /// - Throws: ``CommandFailure`` if the revision, or the file in it, does not exist.
  init?(named name: String) throws {
    guard name != "-", let colon = name.firstIndex(of: ":"), (try? FileKind(of: name)) == nil else {
      return nil
    }
    let revision = String(name[..<colon])
    let path = String(name[name.index(after: colon)...])
    guard !revision.hasPrefix("-") else {
      throw CommandFailure(.unusableInput, "\(name): A revision can't begin with “-”.")
    }
    // A name that looks like a path is a missing file.
    guard !revision.isEmpty, !revision.contains("/") || !revision.hasPrefix(".") else { return nil }
    self.name = name
    self.revision = revision
    commit = try RevisionTree(revision, name: name)
    guard !path.isEmpty else {
      throw CommandFailure(.unusableInput, "\(name): Write the path of a file after the colon.")
    }
    self.path = try commit.resolved(path, name: name)
  }

  /// A file of the working tree, by its absolute path.
  init(_ file: String, in revision: String) throws {
    let path = FilePath(file)
    let own = path.lastComponent?.string ?? file
    self.revision = revision
    name = "\(revision):\(own)"
    commit = try RevisionTree(revision, name: name, in: path.removingLastComponent().string)
    self.path = try commit.resolved("./\(own)", name: name)
  }

  func contents(limit: Int) throws -> [UInt8] {
    do throws(ImportFault) {
      return try commit.contents(of: path, limit: limit)
    } catch {
      let reason: String =
        switch error {
        case .isMissing: "Revision “\(revision)” has no file “\(path)”."
        case .isFolder: "“\(path)” is a folder in revision “\(revision)”, not a file."
        case .isUnreadable(let reason): reason
        case .leavesFolder: "The file is outside the repository."
        }
      throw CommandFailure(.unusableInput, "\(name): \(reason)")
    }
  }
}

/// The imports in the revision of the entry file, relative to the importing file and only inside the entry file's
/// folder.
struct RevisionImports: ImportReader {
  private let file: RevisionFile
  private let limits: Limits

  init(_ file: RevisionFile, limits: Limits) {
    self.file = file
    self.limits = limits
  }

  var entry: String { file.path }

  func find(_ path: String, from importer: String) throws(ImportFault) -> ImportedFile {
    let folder = RevisionTree.folder(of: file.path)
    guard let found = RevisionTree.joined(RevisionTree.folder(of: importer), path),
      folder.isEmpty || found.hasPrefix("\(folder)/")
    else { throw .leavesFolder }
    switch try file.commit.kind(of: found) {
    case .file: return ImportedFile(identity: found, name: "\(file.revision):\(found)")
    case .folder: throw .isFolder
    case .link: throw .isUnreadable(RevisionTree.linkAdvice)
    case .other: throw .isUnreadable("it is not a regular file")
    }
  }

  func read(_ imported: ImportedFile) throws(ImportFault) -> [UInt8] {
    try file.commit.contents(of: imported.identity, limit: limits.ruleFileBytes)
  }
}
