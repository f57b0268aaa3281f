/// A rule file and a stream of any kind under each command that reads both. The first byte names the command.
struct CommandTarget: FuzzTarget {
  private static let commands = [
    "diff old.yaml rules.yaml stream.log --format json", "diff rules.yaml old.yaml stream.log --format html",
    "diff old.yaml rules.yaml stream.log --format markdown", "diff old.yaml rules.yaml",
    "diff --streams stream.ndjson stream.log rules.yaml --format json", "replay rules.yaml stream.log --list",
    "replay rules.yaml stream.log --list --only unhandled --columns time,type,outcome",
    "replay rules.yaml stream.log --kinds --load --format json", "replay rules.yaml stream.log --format html",
    "suggest rules.yaml stream.log --format json", "suggest rules.yaml stream.log --diff",
    "explain rules.yaml stream.log --record 1", "validate rules.yaml --stream stream.log --format json",
    "graph rules.yaml --stream stream.log", "inspect stream.log",
  ].map { $0.split(separator: " ").map(String.init) }

  private let folder: CommandFolder

  init(root: String) {
    folder = CommandFolder([
      "old.yaml": Array(
        "version: 1\nresponders:\n  - id: app\n    rules: [ { id: busy, when: { status: 503 }, then: retry } ]\n"
          .utf8),
      "stream.ndjson": Array("{\"type\":\"A\",\"status\":503}\n{\"type\":\"B\"\n{\"level\":\"info\"}\n".utf8),
    ])
  }

  func check(_ input: [UInt8]) {
    guard let first = input.first else { return }
    var arguments = Self.commands[Int(first) % Self.commands.count]
    if arguments[0] == "diff" || arguments[0] == "validate" || arguments[0] == "suggest" {
      // Proofs are bounded by steps, and these are fewer than a person waits for.
      arguments += ["--limit", "check-steps=200000"]
    }
    let (rules, stream) = halves(Array(input.dropFirst()))
    let status = folder.status(
      of: arguments, with: ["rules.yaml": rules, "stream.log": stream ?? Array("ERROR it failed\n".utf8)])
    if status < 2, arguments.contains("json") {
      JSONText.check(String(decoding: folder.output, as: UTF8.self))
    }
  }
}
