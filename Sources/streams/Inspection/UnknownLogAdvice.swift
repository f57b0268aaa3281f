/// The advice for a log without a format.
package enum UnknownLogAdvice {
  case toWrite
  /// The mapping was written to this file.
  case written(String)

  func lines(for name: String) -> [String] {
    let file = name == "standard input" ? "-" : name
    let formats = "“errctl formats” lists the known formats."
    switch self {
    case .toWrite:
      return [
        "To go on: errctl inspect \(file) --write log.mapping.yaml writes a mapping to start from;",
        "errctl inspect \(file) --input log.mapping.yaml reads the log with it. \(formats)",
      ]
    case .written(let mapping):
      return ["To go on: errctl inspect \(file) --input \(mapping) reads the log with it. \(formats)"]
    }
  }
}
