import ArgumentParser
import Secrets

struct RedactionOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: """
      Hide secrets of the log: passwords, tokens, keys, card numbers. The default, but for --resolutions and \
      inspect --records, which are written as they are unless --redact is given.
      """
  )
  var redact: Bool?

  /// For what is made for people.
  var redactor: Redactor { Redactor(isOn: redact ?? true) }

  /// For what is made for programs that go on with it.
  var isAsked: Bool { redact ?? false }

  /// In a command to copy, so that it shows the same.
  var words: [String] { redact.map { $0 ? ["--redact"] : ["--no-redact"] } ?? [] }
}
