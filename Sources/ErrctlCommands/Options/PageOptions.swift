import ArgumentParser
import Pages

struct PageOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "In a page, hide values whose names suggest secrets, such as password or token. The default."
  )
  var redact: Bool?

  var redaction: PageRedaction { PageRedaction(isOn: redact ?? true) }

  func check(isPage: Bool) throws {
    if redact != nil, !isPage { throw ValidationError("--redact and --no-redact need --format html.") }
  }
}
