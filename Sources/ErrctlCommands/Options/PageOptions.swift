import ArgumentParser
import Pages

/// What a page shows, whichever command writes it.
struct PageOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "In a page, hide secrets: what is named password, token, authorization and the like. The default."
  )
  var redact: Bool?

  var privacy: Privacy { Privacy(isOn: redact ?? true) }

  func check(isPage: Bool) throws {
    if redact != nil, !isPage { throw ValidationError("--redact and --no-redact are for --format html.") }
  }
}
