package import Bytes
package import Source

/// Imports in the entry file's folder and below, after resolving every link.
package struct FolderImports: ImportReader {
  package let entry: String
  private let folder: String
  /// The prefix of an import's name in findings.
  private let prefix: String
  private let limit: Int

  /// Nil if the file does not exist.
  ///
  /// - Parameter showsPaths: whether findings name an import by a path that leads to it; else by its path in the folder.
  package init?(entry path: String, limits: Limits, showsPaths: Bool = false) {
    guard let entry = RuleFileBytes.resolved(path) else { return nil }
    self.entry = entry
    folder = Self.folder(of: entry)
    limit = limits.ruleFileBytes
    guard showsPaths else {
      prefix = ""
      return
    }
    // The link's target is in another folder than the link.
    let named = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    prefix = RuleFileBytes.resolved(named.isEmpty ? "." : named) == folder ? named : "\(folder)/"
  }

  package func find(_ path: String, from importer: String) throws(ImportFault) -> ImportedFile {
    let start = importer.isEmpty ? folder : Self.folder(of: importer)
    guard let file = RuleFileBytes.resolved("\(start)/\(path)") else {
      throw leavesFolder(path, from: start) ? .leavesFolder : .isMissing
    }
    // Byte by byte: to a String, texts that look alike are equal.
    let inside = "\(folder)/".utf8
    guard file.utf8.starts(with: inside) else { throw .leavesFolder }
    return ImportedFile(
      identity: file, name: prefix + String(decoding: file.utf8.dropFirst(inside.count), as: UTF8.self))
  }

  package func read(_ file: ImportedFile) throws(ImportFault) -> [UInt8] {
    do throws(RuleFileBytes.Fault) {
      return try RuleFileBytes(file.identity, limit: limit).bytes
    } catch {
      if error.isMissing { throw .isMissing }
      throw error.isFolder ? .isFolder : .isUnreadable(error.reason)
    }
  }

  private func leavesFolder(_ path: String, from start: String) -> Bool {
    var depth = start.dropFirst(folder.count).split(separator: "/").count
    for component in path.split(separator: "/") where component != "." {
      depth += component == ".." ? -1 : 1
      if depth < 0 { return true }
    }
    return false
  }

  private static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
  }
}
