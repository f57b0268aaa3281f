import Replay
import RuleEngine
import SystemPackage

/// Reads files that the user named.
enum InputFile {
  /// A whole file, or standard input for `-`; of a file past `limit` bytes only so much that the reader sees it.
  static func read(_ name: String, limit: Int) throws -> [UInt8] {
    do throws(Errno) {
      return try contents(of: name, limit: limit)
    } catch {
      throw CommandFailure(.unusableInput, "\(shown(name)): \(reason(error))")
    }
  }

  /// The same, failing as the system does.
  static func contents(of name: String, limit: Int) throws(Errno) -> [UInt8] {
    do {
      let descriptor = name == "-" ? FileDescriptor.standardInput : try .open(FilePath(name), .readOnly)
      defer { if name != "-" { try? descriptor.close() } }
      var bytes: [UInt8] = []
      while bytes.count <= limit {
        let block = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { block, count in
          count = try descriptor.read(into: UnsafeMutableRawBufferPointer(block))
        }
        if block.isEmpty { break }
        bytes += block
      }
      return bytes
    } catch {
      // Nothing else than the system's own errors is thrown here.
      throw error as? Errno ?? .ioError
    }
  }

  /// The name that diagnostics begin with; its ending says what the file is. Standard input has no name: JSON
  /// begins with a brace and a quoted key.
  static func name(of file: String, _ bytes: [UInt8]) -> String {
    guard file == "-" else { return PlainPath.of(file) }
    let isSpace: (UInt8) -> Bool = { $0 <= 0x20 }
    let beginning = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let text = beginning.drop(while: isSpace)
    let isJSON =
      text.first == UInt8(ascii: "{") && text.dropFirst().drop { isSpace($0) }.first == UInt8(ascii: "\"")
    return isJSON ? "standard input.json" : "standard input.yaml"
  }

  /// The name for people.
  static func shown(_ name: String) -> String {
    name == "-" ? "standard input" : name
  }

  /// Why a file could not be read, and what to do.
  static func reason(_ error: any Error) -> String {
    switch error as? Errno {
    case .noSuchFileOrDirectory: "there is no such file"
    case .permissionDenied: "you may not read this file; check its permissions"
    case .isDirectory: "this is a folder, not a file"
    case .badFileDescriptor: "it is closed"
    case let errno?: "\(errno.description)"
    case nil: "\(error)"
    }
  }
}

extension InputFile {
  /// What a rule file and its imports compile to, and the paths of the files that were imported; what is wrong with
  /// them goes to standard error.
  static func rules(
    _ name: String,
    registry: Registry = CommandRegistry.current,
    limits: Limits,
    sieve: SourceFile? = nil,
    paint: Paint
  ) throws -> (chain: ResponderChain, imports: [String]) {
    let compilation = try compile(name, registry: registry, limits: limits, sieve: sieve)
    try say(compilation, paint: paint)
    if let chain = compilation.chain { return (chain, compilation.imports.map { $0.identity }) }
    throw CommandFailure(.unusableInput, whyNoChain(name, compilation))
  }

  /// Says on standard error what is wrong with a rule file and its imports.
  static func say(_ compilation: RuleSet.Compilation, paint: Paint) throws {
    let text = DiagnosticText(paint: paint)
    for finding in compilation.diagnostics { try CheckedOutput.standardError.write(text.text(of: finding)) }
    try CheckedOutput.standardError.flush()
  }

  /// Why nobody could answer, where that is not among what was found.
  static func whyNoChain(_ name: String, _ compilation: RuleSet.Compilation) -> String? {
    compilation.hasErrors
      ? nil : "\(name): this is a fragment without a responder that is asked; nobody could answer"
  }

  /// What came of a rule file and its imports.
  static func compile(
    _ name: String,
    registry: Registry,
    limits: Limits,
    changes: FileChanges = FileChanges(),
    sieve: SourceFile? = nil
  ) throws -> RuleSet.Compilation {
    if let file = try RevisionFile(named: name) {
      return RuleSet.compile(
        name: name,
        bytes: try file.contents(limit: limits.ruleFileBytes),
        imports: RevisionImports(file, limits: limits),
        registry: registry,
        limits: limits,
        sieve: sieve
      )
    }
    let bytes = try changes.text(of: name) ?? read(name, limit: limits.ruleFileBytes)
    return RuleSet.compile(
      name: self.name(of: name, bytes),
      bytes: bytes,
      imports: ChangedImports(files: FileImports(entry: name, limits: limits), changes: changes),
      registry: registry,
      limits: limits,
      sieve: sieve
    )
  }
}

extension InputFile {
  /// Why a stream could not be read to the record that was looked for.
  static func sentence(_ failure: StreamExplainer.Failure, of stream: String) -> String {
    switch failure {
    case .unreadable(let errno): "\(stream): \(reason(errno))"
    case .stopped: "\(stream): stopped before the record was found"
    }
  }
}
