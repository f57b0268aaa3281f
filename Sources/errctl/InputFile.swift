import RuleEngine
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads files that the user named.
enum InputFile {
  /// A whole file, or standard input for `-`; of a file past `limit` bytes only so much that the reader sees it.
  static func read(_ name: String, limit: Int) throws -> [UInt8] {
    do {
      let descriptor = name == "-" ? FileDescriptor.standardInput : try .open(FilePath(name), .readOnly)
      defer { if name != "-" { try? descriptor.close() } }
      var bytes: [UInt8] = []
      var block = [UInt8](repeating: 0, count: 1 << 16)
      while bytes.count <= limit {
        let count = try block.withUnsafeMutableBytes { try descriptor.read(into: $0) }
        if count == 0 { break }
        bytes += block[..<count]
      }
      return bytes
    } catch {
      throw CommandFailure(.unusableInput, "\(name): \(reason(error, name))")
    }
  }

  /// Why a file could not be read, and what to do.
  static func reason(_ error: any Error, _ name: String) -> String {
    switch error as? Errno {
    case .noSuchFileOrDirectory: "there is no such file"
    case .permissionDenied: "you may not read this file; check its permissions"
    case .isDirectory: "this is a folder, not a file"
    case let errno?: "\(errno.description)"
    case nil: "\(error)"
    }
  }
}

/// Finds the rule files among the files and folders that the user named.
enum RuleFiles {
  /// A file that a command looks at.
  struct Selected {
    let path: String
    /// Whether the user named the file itself, and not a folder it lies in.
    let isNamed: Bool
  }

  static func select(_ names: [String]) throws -> [Selected] {
    var selected: [Selected] = []
    for name in names {
      var isFolder: Bool = false
      guard name == "-" || exists(name, &isFolder) else {
        throw CommandFailure(.unusableInput, "\(name): there is no such file or folder")
      }
      if isFolder {
        selected += try files(in: name).map { Selected(path: $0, isNamed: false) }
      } else {
        selected.append(Selected(path: name, isNamed: true))
      }
    }
    return selected
  }

  /// The `.yaml`, `.yml` and `.json` files below a folder, in the order of their paths, but for test suites,
  /// stream mappings, the configuration and what is hidden.
  private static func files(in folder: String) throws -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw CommandFailure(.unusableInput, "\(folder): this folder can't be read")
    }
    var files: [String] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      var isFolder: Bool = false
      guard exists(path, &isFolder) else { continue }
      if isFolder {
        files += try self.files(in: path)
      } else if isRuleFileName(name) {
        files.append(path)
      }
    }
    return files
  }

  private static func isRuleFileName(_ name: String) -> Bool {
    guard [".yaml", ".yml", ".json"].contains(where: { name.hasSuffix($0) }) else { return false }
    return ![".test.yaml", ".test.yml", ".mapping.yaml", ".mapping.yml"].contains { name.hasSuffix($0) }
  }

  private static func exists(_ path: String, _ isFolder: inout Bool) -> Bool {
    #if canImport(FoundationEssentials)
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    #else
      var isDirectory: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      isFolder = isDirectory.boolValue
      return exists
    #endif
  }
}

extension RuleFiles {
  /// The chain that a rule file compiles to; what is wrong with it goes to standard error.
  static func chain(_ rules: String, limits: Limits, paint: Paint) throws -> ResponderChain {
    let bytes = try InputFile.read(rules, limit: limits.ruleFileBytes)
    let name = rules == "-" ? "standard input.yaml" : rules
    let compilation = RuleSet.compile(name: name, bytes: bytes, limits: limits)
    let text = DiagnosticText(paint: paint)
    for finding in compilation.diagnostics { try CheckedOutput.standardError.write(text.text(of: finding)) }
    try CheckedOutput.standardError.flush()
    if let chain = compilation.chain { return chain }
    guard compilation.hasErrors else {
      throw CommandFailure(
        .unusableInput,
        "\(rules): this is a fragment without “responders”; nobody could answer"
      )
    }
    throw CommandFailure(.unusableInput)
  }
}
