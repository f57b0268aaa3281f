import ArgumentParser

struct WatchOptions: ParsableArguments {
  @Flag(help: "Run again whenever a file that was read changes, until interrupted.")
  var watch = false
}

/// A command with `--watch`.
protocol WatchableCommand: ParsableCommand {
  var watching: WatchOptions { get }
  /// Whether it reads standard input, which can't be read again.
  var readsStandardInput: Bool { get }
}
