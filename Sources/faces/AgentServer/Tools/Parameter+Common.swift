extension Parameter {
  static let rules = Parameter("rules", .path, "The rule file.", isRequired: true)

  static let files = Parameter(
    "files", .paths,
    "Rule files, test suites, or folders of them. Default: all files of the server's folder.",
    ifMissing: ["."])

  static let configuration = Parameter(
    "config", .path, "The configuration. Default: the nearest .errctl.yaml.", option: "--config")

  static let cases = Parameter(
    "cases", .texts, "Run only the cases and examples with these names; * matches any characters.",
    option: "--case")

  /// The parameters that choose and read the records of streams.
  static let records = [
    Parameter(
      "where", .text, "Only records that match, in the syntax of rules: “{ status: 5xx }”.", option: "--where"
    ),
    Parameter(
      "since", .text, "Only records from this time on: 2026-11-22T05:00:00Z, 2026-11-22, or 2h before now.",
      option: "--since"),
    Parameter("until", .text, "Only records before this time.", option: "--until"),
    Parameter(
      "sample", .text, "Only a sample of this many records, or this share: 1000, 5%, 1/20.",
      option: "--sample"),
    format,
    Parameter(
      "order", .choice(["given", "time"]),
      "given: one stream after the other. time: all records, sorted by time.", option: "--order"),
    seed, answers,
  ]

  static let seed = Parameter(
    "seed", .integer(atLeast: 0), "The seed of random delays and samples.", option: "--seed")

  static let answers = Parameter(
    "answers", .texts, "RULE=TITLE: the button chosen at a rule if the record has no answer.",
    option: "--answer")

  static let format = Parameter(
    "input", .text,
    "The format of the streams: a format of “errctl help formats”, a mapping file, or mixed. Default: detected.",
    option: "--input")
}
