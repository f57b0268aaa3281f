import ArgumentParser
import Secrets

struct RedactionOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: """
      Hide secrets of the log: passwords, tokens, keys, card numbers. The default, but for --resolutions, \
      inspect --records and what minimise writes: these are as they were recorded unless --redact is given.
      """
  )
  var redact: Bool?

  /// The redactor for output that people read.
  var redactor: Redactor { Redactor(isOn: redact ?? true) }

  /// Whether output that programs read is redacted, too.
  var isAsked: Bool { redact ?? false }

  /// The words for a command to copy, so that it shows the same.
  var words: [String] { redact.map { $0 ? ["--redact"] : ["--no-redact"] } ?? [] }
}
