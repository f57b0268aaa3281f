import ArgumentParser
internal import Engine
internal import Source

/// Actions that fail where the record has no result for them.
struct FailingActions {
  /// The help of `--failing`. It is an option of its own, since a group of options costs each start.
  static let help = ArgumentHelp(
    "The name of an action with “failed” that fails if the record has no result for it. Repeatable.",
    valueName: "name")

  let names: [String]

  var words: [String] { names.flatMap { ["--failing", $0] } }

  /// Throws for a name that none of the chains has.
  func check(against chains: [ResponderChain], rules: String) throws {
    let known = chains.flatMap { $0.failableNames }
    for name in names where !known.contains(name) {
      let question = Suggestion.question(for: name, among: Set(known).sorted())
      throw CommandFailure(
        .usage, "\(rules) has no action “\(name)” with “failed”, which --failing names.\(question)")
    }
  }
}
