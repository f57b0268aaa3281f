internal import Bytes
internal import Engine
internal import RuleLanguage

/// The files that `errctl mcp` offers as resources: rule files and policies, test suites, stream mappings, configurations.
enum ServedFiles {
  /// A JSON object on a line for each file of the working directory, in the order of their paths.
  static func print() throws {
    let output = CheckedOutput.standardOutput
    for file in RuleFiles(["."], ofAllKinds: true).selected {
      guard let sentence = try? sentence(of: file.path) else { continue }
      try output.write("{\"path\": \(file.path.json), \"description\": \(sentence.json)}\n")
    }
    try output.flush()
  }

  /// Prints one of them as it is.
  ///
  /// - Throws: `CommandFailure` for any other file.
  static func print(contentsOf path: String) throws {
    let file = RuleFiles([path], ofAllKinds: true, asFound: true).selected.first
    guard let file, let _ = try? sentence(of: file.path) else {
      throw CommandFailure(
        .unusableInput, "There is no such rule file, test suite, mapping or configuration.")
    }
    let bytes = try InputFile.read(file.path, limit: Limits().ruleFileBytes)
    try CheckedOutput.standardOutput.write(String(decoding: bytes, as: UTF8.self))
    try CheckedOutput.standardOutput.flush()
  }

  /// Nil if the file is none of them.
  private static func sentence(of path: String) throws -> String? {
    if RuleFiles.isConfiguration(path) { return "A configuration of errctl." }
    if RuleFiles.isMapping(path) { return "A stream mapping." }
    if TestSelection.isSuite(path) { return "A test suite." }
    let limits = Limits()
    let compilation = try InputFile.compile(path, registry: CommandRegistry.current, limits: limits)
    guard RuleFiles.isRecognized(compilation, at: path, limits: limits) else { return nil }
    if compilation.policyFormat != nil { return "A policy of another system, which errctl reads as rules." }
    return compilation.hasErrors ? "A rule file with errors." : "A rule file."
  }
}
