internal import Bytes
package import Source

/// A rule file with all that it imports, as it was read.
package struct RuleSources: Sendable, Equatable {
  struct Import: Sendable, Equatable {
    var importer = ""
    var path = ""
    var identity = ""
    var name = ""
  }

  struct File: Sendable, Equatable {
    var identity = ""
    var bytes: [UInt8] = []
  }

  /// The name in findings, whose extension distinguishes JSON from YAML, and the name on the command line.
  package var name: String
  package var shown: String
  package var bytes: [UInt8]
  var imports: [Import] = []
  var files: [File] = []

  package init(name: String = "", shown: String = "", bytes: [UInt8] = []) {
    self.name = name
    self.shown = shown
    self.bytes = bytes
  }

  /// The identities of files are numbers from here on: paths mean nothing elsewhere.
  package mutating func add(_ file: ImportedFile, at path: String, from importer: String) {
    let found = Import(
      importer: number(importer), path: path, identity: number(file.identity), name: file.name)
    if !imports.contains(found) { imports.append(found) }
  }

  package mutating func add(_ file: ImportedFile, _ bytes: [UInt8]) {
    files.append(File(identity: number(file.identity), bytes: bytes))
  }

  private var identities: [String] = []

  private mutating func number(_ identity: String) -> String {
    if let known = identities.firstIndex(of: identity) { return "\(known)" }
    identities.append(identity)
    return "\(identities.count - 1)"
  }

  /// Whether the texts are the same, wherever they lie.
  package static func == (left: RuleSources, right: RuleSources) -> Bool {
    left.bytes == right.bytes && left.files == right.files
      && left.imports.map { [$0.importer, $0.path, $0.identity] }
        == right.imports.map { [$0.importer, $0.path, $0.identity] }
  }

  /// 16 hexadecimal digits: the same for the same texts.
  package var digest: String {
    var hash = bytes.withUnsafeBytes { ByteSlice($0).checksum() }
    for file in files { hash = file.bytes.withUnsafeBytes { ByteSlice($0).checksum(after: hash &+ 1) } }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  mutating func code(with coder: inout ByteCoder) {
    coder.code(&name)
    coder.code(&shown)
    coder.code(&bytes)
    coder.code(list: &imports, empty: Import()) { coder, found in
      coder.code(&found.importer)
      coder.code(&found.path)
      coder.code(&found.identity)
      coder.code(&found.name)
    }
    coder.code(list: &files, empty: File()) { coder, file in
      coder.code(&file.identity)
      coder.code(&file.bytes)
    }
  }
}

/// Imports that were read before.
package struct StoredImports: ImportReader {
  private let sources: RuleSources

  package init(_ sources: RuleSources) { self.sources = sources }

  /// The entry is the first file that was asked for anything.
  package var entry: String { sources.imports.first?.importer ?? "" }

  package func find(_ path: String, from importer: String) throws(ImportFault) -> ImportedFile {
    let found = sources.imports.first { $0.importer == importer && $0.path == path }
    guard let found else { throw .isMissing }
    return ImportedFile(identity: found.identity, name: found.name)
  }

  package func read(_ file: ImportedFile) throws(ImportFault) -> [UInt8] {
    guard let stored = sources.files.first(where: { $0.identity == file.identity }) else { throw .isMissing }
    return stored.bytes
  }
}
