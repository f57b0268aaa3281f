internal import Source

extension Schema {
  package static let scalar = any([text, number, flag, value(.null)])

  package static let duration = text(
    "^[0-9]+(\\.[0-9]+)?(ms|s|m|h|d)$", "A duration is a number with a unit: 200ms, 1.5s, 10m, 1h, 2d.")

  package static let lastingDuration = text(
    "^([0-9]*[1-9][0-9]*(\\.[0-9]+)?|[0-9]+\\.[0-9]*[1-9][0-9]*)(ms|s|m|h|d)$",
    "A duration is a number with a unit, and not zero: 200ms, 1.5s, 10m, 1h, 2d.")
}
