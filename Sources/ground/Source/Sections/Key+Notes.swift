/// The keys of everything that readers may annotate.
extension Key {
  package static let description = Key(
    "description", .text, "A description for readers, carried into findings and reports.")
  package static let meta = Key(
    "meta", .other("mapping"), such: [#"{"owner": "app team", "runbook": "https://wiki.example/errors"}"#],
    "Data for other tools, such as an owner or a runbook: carried into findings and reports, never interpreted."
  )
  package static let suppress = Key(
    "suppress", .other("codes to reasons"),
    such: [#"{"unreachable-rule": "kept until the old app is gone"}"#],
    "Findings that are not reported here: their codes, each with a reason.")

  /// The keys of an entry of `suppress`.
  package static let suppression = [
    Key("reason", .text, .required, "Why the finding is acceptable here."),
    Key(
      "until", .text, .absent("without end"), such: [#""2027-01-31""#],
      "The last day on which the finding is not reported, as a date."),
  ]
}
