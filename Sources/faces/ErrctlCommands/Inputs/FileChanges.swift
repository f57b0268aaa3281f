internal import Source

struct FileChanges {
  private var texts: [String: [UInt8]] = [:]

  init() {}

  init(_ texts: [String: [UInt8]]) {
    for (name, text) in texts { self.texts[FileImports.identity(of: name) ?? name] = text }
  }

  /// The changes with another text of a file.
  func with(_ text: [UInt8], of name: String) -> FileChanges {
    var changes = self
    changes.texts[FileImports.identity(of: name) ?? name] = text
    return changes
  }

  /// The text by any path that leads to the file. Nil for an unchanged file.
  func text(of name: String) -> [UInt8]? {
    guard !texts.isEmpty else { return nil }
    return texts[FileImports.identity(of: name) ?? name]
  }
}

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
