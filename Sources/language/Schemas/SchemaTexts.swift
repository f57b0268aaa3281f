internal import Bytes
internal import JSONSchema
internal import Records
internal import RuleLanguage

/// Texts with a syntax of their own.
extension Schema {
  private static let unit = "(ms|s|m|h|d)"

  /// An id, without the characters that rule names use.
  static let id = text("^[^/#][^/]*$", "An id contains no “/” and does not begin with “#”.")

  /// A reference to a list under `lists`.
  private static let list = "\\$[\\s\\S]+"

  /// A number, a range, a class, or a list of them.
  static let range = any([
    number,
    text(
      "^(-?[0-9]+(\\.[0-9]+)?\\.\\.[.<]-?[0-9]+(\\.[0-9]+)?|[1-9]xx|\(list))$",
      "A number, a range such as 400..<500 or 400...499, a class such as 4xx, or $name of a list."),
  ])

  static let durationOrList = text(
    "^([0-9]+(\\.[0-9]+)?\(unit)|\(list))$", "A duration is a number with a unit: 200ms, 1.5s, 10m, 1h, 2d.")

  /// An enum case, with or without its type and first values.
  static let casePattern = text(
    "^(\(list)| *([^-+0-9(), \".]|[^-+0-9(), \"][^(), \"]*[^(), \".]) *(\\([\\s\\S]*\\))? *)$",
    "A case's name, such as server, NetworkError.server or server(500).")

  static let importPath = text(
    "^[^*?\\[]+\\.([yY][aA]?[mM][lL]|[jJ][sS][oO][nN])$",
    "The path of a .yaml, .yml or .json file, relative to this file; no pattern."
  ).and(.not(.matching("^(/|~/|[A-Za-z]:[\\\\/]|\\\\\\\\)|://")))

  static let typeName = text(
    "^[^\\s*(),\".]+(\\.[^\\s*(),\".]+)*$", "A type's name, such as NetworkError or Shop.NetworkError.")

  static let caseName = text(
    "^[^-+0-9\\s.*(),\"][^\\s.*(),\"]*$", "A case's name without its type, such as server.")

  /// The name of an origin, or a pattern ending in `.*`.
  static let origin = text(
    "^([^*]+|[^*]+\\.\\*)$", "An origin; .* at its end includes everything below it: com.shop.login.*")

  static let keyPath = any([
    words(Field.allCases.map { $0.name }.filter { Subject(keyPath: $0) != nil }),
    text(
      "^(\(TemplatePattern.paths(with: [], name: "[\\s\\S]+")))$",
      "A field, or attributes.NAME, problem.ext.NAME, payload.0."),
  ])

  static func template(_ extras: Set<Template.Extra>) -> Schema {
    text(
      "^\(TemplatePattern.template(with: extras))$",
      "A placeholder is {error.FIELD}, {problem.MEMBER}, {problem.ext.NAME} or {attributes.NAME}; {{ and }} are literal braces."
    )
  }

  static let filledText = matching("^\(TemplatePattern.withPlace)$")
}

/// Regular expressions for templates, from the paths that the code knows.
enum TemplatePattern {
  /// A name, up to the end of a placeholder or its default.
  private static let name = "([^{}\"? ]|\\?[^?{}\" ]| +[^{}\"? ]|\"[^\"]*\")+\\??"

  static func paths(with extras: Set<Template.Extra>, name: String = name) -> String {
    let fields = Field.allCases.map { $0.name }.filter { Subject(templatePath: "error.\($0)") != nil }
    let members = Subject.ProblemMember.allCases.map { "\($0)" }
    var paths = [
      "error\\.(\(fields.joined(separator: "|"))|payload\\.[-+]?[0-9]+)",
      "problem\\.(\(members.joined(separator: "|"))|ext\\.\(name))",
      "attributes\\.\(name)",
    ]
    if extras.contains(.with) { paths.append("with\\.\(name)") }
    if extras.contains(.outcome) {
      let members = Subject.OutcomeMember.allCases.map { "\($0)" }
      paths.append("outcome\\.(\(members.joined(separator: "|")))")
    }
    return paths.joined(separator: "|")
  }

  private static func place(with extras: Set<Template.Extra>) -> String {
    "\\{ *(\(paths(with: extras))) *(\\?\\? *\"([^\"]*\"[^\"{}]*\")*[^\"]*\" *)?\\}"
  }

  private static let literal = "[^{}]|\\{\\{|\\}\\}"

  /// A whole text with or without placeholders.
  static func template(with extras: Set<Template.Extra>) -> String {
    "(\(literal)|\(place(with: extras)))*"
  }

  static var withPlace: String {
    let all: Set<Template.Extra> = [.outcome, .with]
    return "\(template(with: all))\(place(with: all))\(template(with: all))"
  }
}
