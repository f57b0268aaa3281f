import ArgumentParser

/// Outputs with a line or a place for each record: resolutions, a partial result, a list.
struct RecordOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write one resolution per record to a file, or to “-”, with secrets unless --redact.", valueName: "file"
    ))
  var resolutions: String?

  @Option(
    help: ArgumentHelp(
      "Write a partial result for errctl merge to a file, or to “-”, in place of the summary.",
      valueName: "file"))
  var partial: String?

  @Option(
    help: ArgumentHelp(
      "With --partial: where the shard stands in the whole, such as 7, or 2.131072 (a file, an offset).",
      valueName: "place"))
  var shard: String?

  @Option(
    help: ArgumentHelp(
      "With --partial: the name of the stream. Shards of the same name that follow each other are pieces of one stream.",
      valueName: "name"))
  var streamName: String?

  @Flag(help: "With --partial: keep each record's resolution, for merge --resolutions.")
  var withResolutions = false

  @Flag(help: "Add the recorded error to each resolution, under the key “of”.")
  var withError = false

  @Flag(
    help: "Print one line per record in place of the summary: time, origin, error, rule, outcome, actions.")
  var list = false

  @Option(
    help: ArgumentHelp(
      """
      With --list or --resolutions, only records of this outcome, rule, category or kind of error, or that \
      are unhandled, assumed, ignored, exhausted or untracked. Repeatable.
      """,
      valueName: "name"
    )
  )
  var only: [String] = []
}
