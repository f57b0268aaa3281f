import RuleEngine
import SystemPackage

/// A file as it was in a revision of the repository that the command runs in: `REV:path`.
struct RevisionFile {
  /// The name as the user gave it.
  let name: String
  /// The revision as the user named it.
  let revision: String
  let commit: RevisionTree
  /// Its path from the top of the repository.
  let path: String

  /// The file that a name stands for, or nil where it stands for a file of the working directory: where there is one of
  /// that name, or where the name has no colon.
  ///
  /// - Throws: ``CommandFailure`` where there is no such revision, or no such file in it.
  init?(named name: String) throws {
    guard name != "-", let colon = name.firstIndex(of: ":"), (try? FileKind(of: name)) == nil else {
      return nil
    }
    let revision = String(name[..<colon])
    let path = String(name[name.index(after: colon)...])
    guard !revision.hasPrefix("-") else {
      throw CommandFailure(.unusableInput, "\(name): a revision does not begin with “-”")
    }
    // What looks like a path is one that is not there.
    guard !revision.isEmpty, !revision.contains("/") || !revision.hasPrefix(".") else { return nil }
    self.name = name
    self.revision = revision
    commit = try RevisionTree(revision, name: name)
    guard !path.isEmpty else {
      throw CommandFailure(.unusableInput, "\(name): the path of a file must stand behind the colon")
    }
    self.path = try commit.resolved(path, name: name)
  }

  /// What the file holds.
  func contents(limit: Int) throws -> [UInt8] {
    do throws(ImportFault) {
      return try commit.contents(of: path, limit: limit)
    } catch {
      let reason: String =
        switch error {
        case .isMissing: "there is no file “\(path)” in revision “\(revision)”"
        case .isFolder: "“\(path)” is a folder in revision “\(revision)”, not a file"
        case .isUnreadable(let reason): reason
        case .leavesFolder: "it lies outside the repository"
        }
      throw CommandFailure(.unusableInput, "\(name): \(reason)")
    }
  }
}

/// Finds imported files in the revision that the entry file was read from: relative to the file that imports them, and
/// nowhere but in the entry file's folder.
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
    case .other: throw .isUnreadable("it is no regular file")
    }
  }

  func read(_ imported: ImportedFile) throws(ImportFault) -> [UInt8] {
    try file.commit.contents(of: imported.identity, limit: limits.ruleFileBytes)
  }
}
