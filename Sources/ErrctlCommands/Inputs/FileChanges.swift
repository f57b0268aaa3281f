import RuleEngine

/// Texts in place of what files hold: what they would hold once patches are made.
struct FileChanges {
  private var texts: [String: [UInt8]] = [:]

  init() {}

  /// The texts by the names of their files.
  init(_ texts: [String: [UInt8]]) {
    for (name, text) in texts { self.texts[FileImports.identity(of: name) ?? name] = text }
  }

  /// What stands in place of a file, by whatever path it is named; nil for one that is as it is.
  func text(of name: String) -> [UInt8]? {
    guard !texts.isEmpty else { return nil }
    return texts[FileImports.identity(of: name) ?? name]
  }
}

/// Finds imports on the file system, and reads those that would be changed as they would be.
struct ChangedImports: ImportReader {
  let files: FileImports
  let changes: FileChanges

  var entry: String { files.entry }

  func find(_ path: String, from importer: String) throws(ImportFault) -> ImportedFile {
    try files.find(path, from: importer)
  }

  func read(_ file: ImportedFile) throws(ImportFault) -> [UInt8] {
    if let text = changes.text(of: file.identity) { return text }
    return try files.read(file)
  }
}
