internal import CHelp
import ArgumentParser

/// The kinds of `errctl init --kind`: a rule set to start from, with tests and recorded errors.
enum StarterKind: String, ExpressibleByArgument, CaseIterable {
  case app, server, agent, ci, cluster, services, logs

  /// The subject of the rules, for the help and the list of what was written.
  var summary: String {
    switch self {
    case .app: "an app with screens: sign-in, downloads, a player"
    case .server: "an HTTP service, its database, and the services that it calls"
    case .agent: "an agent, its model and its tools"
    case .ci: "the jobs of a build"
    case .cluster: "a Kubernetes cluster and its nodes"
    case .services: "a machine's journal: services that fail, its kernel and its disks"
    case .logs: "the log of any program"
    }
  }

  /// The file with the recorded errors.
  var stream: String { self == .logs ? "app.log" : "stream.ndjson" }

  var files: [StarterFile] {
    [
      StarterFile(name: "rules.yaml", summary: "the rules: \(summary)", text: rules),
      StarterFile(name: "rules.test.yaml", summary: "their tests", text: suite),
      StarterFile(name: stream, summary: "recorded errors to replay", text: recorded),
      StarterFile(
        name: StarterFile.configurationName, summary: "what editors show beside the rules",
        text: configuration),
    ]
  }

  private var rules: String {
    switch self {
    case .app: Self.withoutSchema(StarterFile.starterRules)
    case .logs: StarterFile.logRules
    case .server, .agent, .ci, .cluster, .services: Self.withoutSchema(embedded("rules.yaml"))
    }
  }

  private var suite: String {
    switch self {
    case .app: Self.withoutSchema(StarterFile.starterSuite)
    case .logs: StarterFile.logSuite
    case .server, .agent, .ci, .cluster, .services: Self.withoutSchema(embedded("rules.test.yaml"))
    }
  }

  private var recorded: String {
    switch self {
    case .app: StarterFile.starterStream
    case .logs: StarterFile.log
    case .server, .agent, .ci, .cluster, .services: embedded("stream.ndjson")
    }
  }

  var configuration: String {
    """
    # Editors with errctl lsp show above each rule how many of these errors it decides, and the tests beside it.
    version: 1
    stream: \(stream)
    suites: rules.test.yaml

    """
  }

  /// A file of `rules/`, as it was when the program was built.
  private func embedded(_ name: String) -> String {
    let file = starter_file_named("\(rawValue)/\(name)")
    return String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.count), as: UTF8.self)
  }

  /// The text without the comment that names a schema: none is written beside the rules.
  private static func withoutSchema(_ text: String) -> String {
    guard text.hasPrefix("# yaml-language-server:"), let end = text.firstIndex(of: "\n") else { return text }
    return String(text[text.index(after: end)...])
  }
}
