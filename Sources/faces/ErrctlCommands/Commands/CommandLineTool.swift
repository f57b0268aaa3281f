internal import Policies
public import RuleLanguage

/// errctl as a library: every command, with your team's matchers and actions beside the built-in ones.
///
/// ```swift
/// import ErrctlCommands
///
/// await CommandLineTool.run(plugins: [Acme()])
/// ```
public enum CommandLineTool {
  /// Runs the command named by the process arguments, then exits with one of errctl's statuses: 0 nothing to
  /// report, 1 findings, 2 unusable input, 64 wrong usage, 74 the result could not be written, 130
  /// interrupted, 143 terminated.
  ///
  /// - Parameter plugins: matchers and actions that rule files may use beside the built-in ones. If two
  ///   plugins define the same key, the later one wins.
  @MainActor
  public static func run(plugins: [any Plugin] = []) async -> Never {
    // On any other thread the runtime would open descriptors first and take the numbers of closed standard
    // ones.
    StandardDescriptors.guardPlaces()
    Interruption.prepare()
    MemoryShortage.prepare()
    do {
      try RawArguments.check()
    } catch {
      ExitStatus.now(ExitStatus.report(error))
    }
    ExitStatus.now(await status(of: CommandLine.arguments, plugins: plugins))
  }

  /// The exit status of the command, which has reported its failure. The process may run others after it.
  @MainActor
  package static func exitStatus(of arguments: [String]) async -> Int32 {
    let status = await status(of: arguments, plugins: [])
    // A failed command leaves the rest of its output to the end of the process.
    try? CheckedOutput.standardOutput.flush()
    try? CheckedOutput.standardError.flush()
    return status.rawValue
  }

  @MainActor
  private static func status(of arguments: [String], plugins: [any Plugin]) async -> ExitStatus {
    do {
      guard !arguments.isEmpty else {
        throw CommandFailure(
          .unusableInput, "The program's own arguments can't be read, so nothing was done. Is /proc mounted?")
      }
      var registry = Registry(plugins: [BuiltIn()] + plugins)
      registry.policyFormats = DropIns.formats()
      try await CommandRegistry.$current.withValue(registry) {
        try await Errctl.run(Array(arguments.dropFirst()))
      }
      return .success
    } catch {
      return ExitStatus.report(error)
    }
  }
}
