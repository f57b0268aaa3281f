internal import Bytes
internal import JSONSchema
internal import Records
internal import RuleLanguage

/// Texts with a form of their own.
extension Schema {
  private static let unit = "(ms|s|m|h|d)"

  /// A length of time that is not none.
  static let lastingDuration = text(
    "^([0-9]*[1-9][0-9]*(\\.[0-9]+)?|[0-9]+\\.[0-9]*[1-9][0-9]*)\(unit)$",
    "A duration is a number with a unit, and not zero: 200ms, 1.5s, 10m, 1h, 2d."
  )

  /// An id: nothing in it that names of rules use.
  static let id = text("^[^/#][^/]*$", "An id contains no “/” and does not begin with “#”.")

  /// What stands for the items of a list under `lists`.
  private static let list = "\\$[\\s\\S]+"

  /// A number, a range, a class, or a list of them.
  static let range = any([
    number,
    text(
      "^(-?[0-9]+(\\.[0-9]+)?\\.\\.[.<]-?[0-9]+(\\.[0-9]+)?|[1-9]xx|\(list))$",
      "A number, a range such as 400..<500 or 400...499, a class such as 4xx, or $name of a list."
    ),
  ])

  /// A length of time, or a list of them.
  static let durationOrList = text(
    "^([0-9]+(\\.[0-9]+)?\(unit)|\(list))$",
    "A duration is a number with a unit: 200ms, 1.5s, 10m, 1h, 2d."
  )

  /// An enum case, with its type and first values or without.
  static let casePattern = text(
    "^(\(list)| *([^-+0-9(), \".]|[^-+0-9(), \"][^(), \"]*[^(), \".]) *(\\([\\s\\S]*\\))? *)$",
    "A case's name, such as server, NetworkError.server or server(500)."
  )

  /// A path of a rule file that may be imported.
  static let importPath = text(
    "^[^*?\\[]+\\.([yY][aA]?[mM][lL]|[jJ][sS][oO][nN])$",
    "The path of a .yaml, .yml or .json file, relative to this file; no pattern."
  ).and(.not(.matching("^(/|~/|[A-Za-z]:[\\\\/]|\\\\\\\\)|://")))

  /// A type's name as `types` declares it.
  static let typeName = text(
    "^[^\\s*(),\".]+(\\.[^\\s*(),\".]+)*$",
    "A type's name, such as NetworkError or Shop.NetworkError."
  )

  /// A case's name as `types` declares it.
  static let caseName = text(
    "^[^-+0-9\\s.*(),\"][^\\s.*(),\"]*$",
    "A case's name without its type, such as server."
  )

  /// Where an origin begins.
  static let origin = text(
    "^([^*]+|[^*]+\\.\\*)$",
    "An origin; .* at its end includes everything below it: com.shop.login.*"
  )

  /// What makes errors count as the same.
  static let keyPath = any([
    words(Field.allCases.map { $0.name }.filter { Subject(keyPath: $0) != nil }),
    text(
      "^(\(TemplatePattern.paths(with: [], name: "[\\s\\S]+")))$",
      "A field, or attributes.NAME, problem.ext.NAME, payload.0."
    ),
  ])

  /// A text whose places to fill name what there is.
  static func template(_ extras: Set<Template.Extra>) -> Schema {
    text(
      "^\(TemplatePattern.template(with: extras))$",
      "A placeholder is {error.FIELD}, {problem.MEMBER}, {problem.ext.NAME} or {attributes.NAME}; {{ and }} are literal braces."
    )
  }

  /// A text that has a place to fill.
  static let filledText = matching("^\(TemplatePattern.withPlace)$")
}

/// Templates as an expression: made of the paths that the code knows.
enum TemplatePattern {
  /// A name that ends where a place does, or its default begins.
  private static let name = "([^{}\"? ]|\\?[^?{}\" ]| +[^{}\"? ]|\"[^\"]*\")+\\??"

  /// The paths that a template may name.
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

  /// A whole text that may have places.
  static func template(with extras: Set<Template.Extra>) -> String {
    "(\(literal)|\(place(with: extras)))*"
  }

  /// A whole text that has one.
  static var withPlace: String {
    let all: Set<Template.Extra> = [.outcome, .with]
    return "\(template(with: all))\(place(with: all))\(template(with: all))"
  }
}
