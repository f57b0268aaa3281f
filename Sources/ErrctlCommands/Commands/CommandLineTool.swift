public import RuleEngine

/// errctl as a library: every command, with a team's own matchers and actions beside the built-in ones.
///
/// ```swift
/// import ErrctlCommands
///
/// await CommandLineTool.run(plugins: [Acme()])
/// ```
public enum CommandLineTool {
  /// Runs the command that the process was called with, and ends it with errctl's statuses: 0 nothing to report,
  /// 1 findings, 2 input that cannot be used, 64 wrong usage, 74 the result could not be written, 130 and 143
  /// interrupted and terminated.
  ///
  /// - Parameter plugins: what rule files may use beside the built-in matchers and actions; where two define a key,
  ///   the later one's holds.
  @MainActor
  public static func run(plugins: [any Plugin] = []) async -> Never {
    // On another thread than the main one the runtime would open descriptors before this, in their places.
    StandardDescriptors.guardPlaces()
    Interruption.prepare()
    do {
      try await CommandRegistry.$current.withValue(Registry(plugins: [BuiltIn()] + plugins)) {
        try await Errctl.run()
      }
    } catch {
      Exit.now(after: error)
    }
    Exit.now(.success)
  }
}
