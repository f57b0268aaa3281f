import ErrorHandling

/// The chain of a program whose operators may replace its rules: `kill -HUP` calls `reload`, say.
struct Rules {
  let chain: RunningChain

  /// Reads a rule file; what is found in it beside errors is told, a line each.
  init(at path: String, tell: (String) -> Void) throws {
    chain = try RunningChain(.file(path), plugins: [.perform("page") { _ in }])
    for finding in chain.status.diagnostics { tell("\(finding)") }
  }

  /// Takes the file as it is now; where it has an error the rules that hold go on holding.
  func reload(tell: (String) -> Void) {
    do {
      tell("version \(try chain.reload()) holds")
    } catch {
      tell("version \(chain.status.version) still holds: \(error)")
    }
  }
}
