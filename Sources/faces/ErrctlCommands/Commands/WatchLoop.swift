/// Repeats a command until a signal arrives. At a terminal each run begins on an empty screen.
enum WatchLoop {
  @MainActor
  static func run(_ arguments: [String]) async throws {
    Interruption.endInOrder()
    while true {
      WatchedFiles.begin()
      if Terminal.isTerminal(1) { try CheckedOutput.standardOutput.write("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
      do {
        try await Errctl.execute(arguments)
      } catch {
        ExitStatus.report(error)
      }
      if Interruption.signal == nil {
        let count = WatchedFiles.count == 1 ? "1 file" : "\(WatchedFiles.count) files and folders"
        try CheckedOutput.standardError.write("errctl: Watching \(count). Control-C ends.\n")
        try CheckedOutput.standardError.flush()
      }
      guard Interruption.signal == nil, WatchedFiles.waitForChange() else {
        throw CommandFailure(Interruption.status)
      }
    }
  }
}
