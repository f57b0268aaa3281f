import ArgumentParser
import Pages
import Replay
internal import Engine
internal import Source
import SystemPackage
internal import Counting

struct GraphCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    _superCommandName: "errctl",
    abstract: "Draw the chain of responders, with the counts of a stream if you name one.",
    discussion: """
      EXAMPLES
        errctl graph rules/shop/rules.yaml
        errctl graph rules.yaml errors.ndjson --format svg > chain.svg
        errctl graph rules/shop/rules.yaml --format dot | dot -Tpdf > chain.pdf

      An arrow leads from a responder to its parent. With a stream, the number on it counts the errors \
      that escalated. A dashed arrow is an error raised by an event rule. Markdown viewers render Mermaid.
      """
  )

  @Argument(help: "The rule file.")
  var rules: String

  @Argument(help: "Streams of recorded errors to count, or “-” for standard input.")
  var streams: [String] = []

  @Option(
    help: ArgumentHelp("mermaid for Markdown, dot for Graphviz, svg for browsers.", valueName: "format"))
  var format = ChainGraph.Format.mermaid

  @Option(
    help: ArgumentHelp(
      "The largest number of responders to draw: the busiest ones, or without a stream the first.",
      valueName: "n"))
  var most = 200

  @OptionGroup var evaluation: RunOptions

  @OptionGroup var stubs: StubOptions

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    guard (1...10_000).contains(most) else {
      throw ValidationError("--most takes a number from 1 to 10000.")
    }
    if streams.count(where: { $0 == "-" }) + (rules == "-" ? 1 : 0) > 1 {
      throw ValidationError("Standard input can be read once only.")
    }
  }

  nonisolated(nonsending) func run() async throws {
    let limits = try shared.limits()
    let registry = try stubs.registry()
    let compilation = try InputFile.compile(
      rules, registry: registry, limits: limits, recordFilter: evaluation.selection.recordFilter)
    let text = DiagnosticText(terminalStyle: shared.color.terminalStyle(for: 2))
    for finding in compilation.diagnostics { try CheckedOutput.standardError.write(text.text(of: finding)) }
    try CheckedOutput.standardError.flush()
    guard let chain = compilation.chain, let program = compilation.program else {
      let reason =
        "\(InputFile.shown(rules)): This is a fragment: it has no responder to evaluate errors."
      throw CommandFailure(.unusableInput, compilation.hasErrors ? [] : [reason])
    }
    try stubs.check(registry, against: chain, rules: rules)
    var options = try evaluation.replayOptions(chain, rules: rules, limits: limits)
    options.jobs = Jobs.possible(Jobs.common)
    options.wake = Interruption.wake
    options.counting.wantsDetail = true
    let replayed = streams.isEmpty ? nil : try await replayed(chain, options)
    let summary = replayed?.0
    let graph = ChainGraph(
      program, name: chain.name ?? InputFile.shown(rules), detail: summary?.detail, most: most)
    try CheckedOutput.standardOutput.write(graph.text(format))
    try CheckedOutput.standardOutput.flush()
    if let note = graph.note { try CheckedOutput.standardError.write("errctl: \(note)\n") }
    try CheckedOutput.standardError.flush()
    if let summary, summary.read.isPartial { throw CommandFailure(Interruption.status, []) }
    if let (summary, missing) = replayed {
      try StreamEnding.check(summary, missing, isShown: false, isStrict: false)
    }
  }

  private nonisolated(nonsending) func replayed(_ chain: ResponderChain, _ options: ReplayOptions)
    async throws
    -> (ReplaySummary, MissingParts)
  {
    let files = try StreamFiles(streams, order: options.order)
    var options = options
    try files.settleSample(&options, chain)
    let replayer = Replayer(chain, options, output: nil, rejects: nil) { _ in Interruption.signal == nil }
    Interruption.endInOrder()
    return try await files.replayed { try await replayer.run($0) }
  }
}

extension ChainGraph.Format: ExpressibleByArgument {}
