import ArgumentParser

/// A command with `--watch`, which is a flag of its own: a group of options costs each start.
protocol WatchableCommand: ParsableCommand {
  var watch: Bool { get }
  var readsStandardInput: Bool { get }
}

enum Watching {
  /// The help of `--watch`.
  static let help: ArgumentHelp = "Run again whenever a file that was read changes, until interrupted."
}
