import ErrorStreams
import Replay
internal import Bytes
internal import Engine
internal import RuleLanguage
internal import Source
import SystemPackage

enum InputFile {
  /// Standard input for `-`. Reads at most `limit` + 1 bytes, so that the reader sees that a file is too
  /// long.
  static func read(_ name: String, limit: Int) throws -> [UInt8] {
    do throws(Errno) {
      return try contents(of: name, limit: limit)
    } catch {
      throw CommandFailure(.unusableInput, "\(shown(name)): \(reason(error))")
    }
  }

  /// ``read(_:limit:)`` with system errors.
  static func contents(of name: String, limit: Int) throws(Errno) -> [UInt8] {
    if name != "-" { WatchedFiles.note(name, FileKind.state(of: name)) }
    do {
      let descriptor = try open(name)
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
      // Only system errors are thrown here.
      throw error as? Errno ?? .ioError
    }
  }

  /// Opens a file to read; standard input for `-`.
  static func open(_ name: String) throws -> FileDescriptor {
    if name == "-" { return .standardInput }
    try Confinement.check(name)
    return try .open(FilePath(name), .readOnly)
  }

  /// ``FolderNames/names(in:)``, unless the folder may not be looked into.
  static func names(in folder: String, limit: Int = .max) -> [String]? {
    guard (try? Confinement.check(folder)) != nil else { return nil }
    return FolderNames.names(in: folder, limit: limit)
  }

  /// The extension gives the format. Standard input counts as JSON if it begins with a brace and a quoted
  /// key.
  static func name(of file: String, _ bytes: [UInt8]) -> String {
    guard file == "-" else { return PlainPath.of(file) }
    let isSpace: (UInt8) -> Bool = { $0 <= 0x20 }
    let beginning = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let text = beginning.drop(while: isSpace)
    let isJSON =
      text.first == UInt8(ascii: "{") && text.dropFirst().drop { isSpace($0) }.first == UInt8(ascii: "\"")
    return isJSON ? "standard input.json" : "standard input.yaml"
  }

  static func shown(_ name: String) -> String {
    name == "-" ? "standard input" : name
  }

  static func reason(_ error: any Error) -> String {
    switch error as? Errno {
    case .noSuchFileOrDirectory: "The file does not exist."
    case .permissionDenied: "You have no permission to read this file."
    case .isDirectory: "This is a folder, not a file."
    case .badFileDescriptor: "It is closed."
    case .noSuchAddressOrDevice:
      "This is a socket, or a device that is not there. Pass what it carries on standard input (-)."
    case Confinement.fault where Confinement.folder != nil: Confinement.reason
    case let errno?: "\(errno.description)."
    case nil: "\(error)"
    }
  }
}

extension InputFile {
  /// Returns the paths of the imports too. Findings go to standard error.
  static func rules(
    _ name: String, registry: Registry = CommandRegistry.current, limits: Limits,
    recordFilter: SourceFile? = nil, recorded: RecordedRules? = nil, terminalStyle: TerminalStyle
  ) throws -> (chain: ResponderChain, imports: [String]) {
    let compilation = try compile(
      name, registry: registry, limits: limits, recordFilter: recordFilter, recorded: recorded)
    recorded?.note(compilation)
    try report(compilation, terminalStyle: terminalStyle)
    if let chain = compilation.chain { return (chain, compilation.imports.map { $0.identity }) }
    throw CommandFailure(.unusableInput, whyNoChain(name, compilation))
  }

  static func report(_ compilation: RuleSet.Compilation, terminalStyle: TerminalStyle) throws {
    let text = DiagnosticText(terminalStyle: terminalStyle)
    for finding in compilation.diagnostics { try CheckedOutput.standardError.write(text.text(of: finding)) }
    try CheckedOutput.standardError.flush()
  }

  static func whyNoChain(_ name: String, _ compilation: RuleSet.Compilation) -> String? {
    compilation.hasErrors
      ? nil : "\(name): This is a fragment: it has no responder to evaluate errors."
  }

  static func compile(
    _ name: String, registry: Registry, limits: Limits, changes: FileChanges = FileChanges(),
    recordFilter: SourceFile? = nil, recorded: RecordedRules? = nil
  ) throws -> RuleSet.Compilation {
    if let file = try RevisionFile(named: name) {
      let bytes = try file.contents(limit: limits.ruleFileBytes)
      recorded?.begin(name: name, shown: name, bytes)
      let imports = RevisionImports(file, limits: limits)
      return RuleSet.compile(
        name: name, bytes: bytes, imports: recorded?.imports(imports) ?? imports, registry: registry,
        limits: limits, recordFilter: recordFilter)
    }
    let bytes = try changes.text(of: name) ?? read(name, limit: limits.ruleFileBytes)
    recorded?.begin(name: self.name(of: name, bytes), shown: name, bytes)
    let imports = ChangedImports(files: FileImports(entry: name, limits: limits), changes: changes)
    return RuleSet.compile(
      name: self.name(of: name, bytes), bytes: bytes, imports: recorded?.imports(imports) ?? imports,
      registry: registry, limits: limits, recordFilter: recordFilter)
  }
}

extension InputFile {
  static func sentence(_ failure: StreamExplainer.Failure, of stream: String) -> String {
    switch failure {
    case .unreadable(let errno): "\(stream): \(reason(errno))"
    case .stopped: "\(stream): Interrupted before the record was found."
    }
  }
}
