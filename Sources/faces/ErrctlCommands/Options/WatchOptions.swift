import ArgumentParser

struct WatchOptions: ParsableArguments {
  @Flag(help: "Run again whenever a file that was read changes, until interrupted.")
  var watch = false
}

protocol WatchableCommand: ParsableCommand {
  var watching: WatchOptions { get }
  var readsStandardInput: Bool { get }
}
