import ErrorHandling

/// A chain whose operators may replace its rules, for example with `kill -HUP`.
struct Rules {
  let chain: RunningChain

  /// Loads a rule file, and logs each of its warnings and notes.
  init(at path: String, log: (String) -> Void) throws {
    chain = try RunningChain(.file(path), plugins: [.perform("page") { _ in }])
    for finding in chain.status.diagnostics { log("\(finding)") }
  }

  /// Loads the file again. If it has an error, the old rules stay.
  func reload(log: (String) -> Void) {
    do {
      log("version \(try chain.reload()) is in use")
    } catch {
      log("version \(chain.status.version) stays in use: \(error)")
    }
  }
}
