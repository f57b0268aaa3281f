internal import Records
internal import RuleLanguage
internal import Source

/// A class about which a rule decides.
struct ExceptionClaim {
  let name: String
  let takesSubclasses: Bool
  let place: SourceRange

  /// Whether every exception of the other one is among those of this one.
  func takes(_ other: ExceptionClaim) -> Bool {
    if !takesSubclasses { return !other.takesSubclasses && name == other.name }
    switch name {
    case "BaseException", other.name: return true
    case "Exception": return PythonExceptions.areExceptions([other.name])
    default: return PythonExceptions.classes(below: name).contains(other.name)
    }
  }
}

/// The exceptions that a rule names.
struct ExceptionClasses {
  let names: [Setting<String>]
  let matchesSubclasses: Bool
  let place: SourceRange

  /// The answer to a policy without a key.
  static let unreadable = ": Airflow can't read the policy."

  /// The first one's name, without its module.
  var title: String { names[0].value.split(separator: ".").last.map { String($0) } ?? "" }

  /// Nil, and reported, if no exception can be one of them.
  init?(_ rule: PolicyMapping) {
    matchesSubclasses = rule.flag("match_subclasses")?.value ?? true
    guard let exception = rule.required("exception", Self.unreadable) else { return nil }
    names = exception.elementsOrSelf.compactMap { Self.name($0) }
    if exception.elements?.isEmpty == true {
      exception.doubt("This rule matches no exception. Name one, or delete the rule.")
    }
    guard !names.isEmpty else { return nil }
    place = exception.place
  }

  /// The class that a path leads to, by its own name.
  private static func name(_ value: PolicyValue) -> Setting<String>? {
    let path = value.string ?? ""
    if value.string != nil, !path.contains(".") {
      value.fault(
        "“\(path)” must be a path to import the class by, such as builtins.ValueError. Airflow rejects the policy."
      )
      return nil
    }
    let isPath = path.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      part == "<locals>"
        || part.first.map { !$0.isNumber } ?? false
          && part.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
    }
    if let known = isPath ? PythonExceptions.othersInModule(of: path) : [] {
      value.doubt(
        "Airflow finds no exception class here, and never matches it.\(Suggestion.question(for: path, among: known))"
      )
    }
    return isPath ? value.setting(PythonExceptions.ownName(path)) : nil
  }
}

/// The conditions of a policy's rules.
struct ExceptionConditions {
  private var classes = ClassConditions()
  /// Classes behind a rule for all exceptions, which are exceptions: so the checks see that their rules have no effect.
  private(set) var types: [(key: String, value: ImportedValue)] = []
  /// Where a rule names `Exception`.
  private(set) var all: SourceRange?
  /// Whether a rule matches whatever is raised.
  private(set) var matchedAll = false

  var matchers: [(key: String, value: ImportedValue)] { classes.matchers }

  /// A policy asks its rules about the exceptions that those before it left to it.
  mutating func beginPolicy() { (all, matchedAll) = (nil, false) }

  /// The value of a rule's `when`; nil if every error fits.
  mutating func condition(of exceptions: ExceptionClasses) -> ImportedValue? {
    guard exceptions.matchesSubclasses else {
      let names = exceptions.names.flatMap { name in
        PythonExceptions.spellings(name.value).map { ImportedValue.text($0).at(name.place) }
      }
      return .placed(["type": ["equals": .list(names)]], exceptions.place)
    }
    if exceptions.names.contains(where: { $0.value == "BaseException" }) {
      matchedAll = true
      return nil
    }
    let named = exceptions.names.map { name in
      let below = PythonExceptions.classes(below: name.value)
      if name.value == "Exception" {
        all = all ?? name.place
        return ClassConditions.Class(name: name, condition: Self.anyException)
      }
      if all != nil { declare(below, at: name.place) }
      return ClassConditions.Class(name: name, patterns: Self.patterns(below))
    }
    return classes.condition(of: named, at: exceptions.place)
  }

  /// Any exception: of `Exception`, or none of the classes beside it.
  private static var anyException: ImportedValue {
    func types(_ classes: [String]) -> ImportedValue { ["type": .texts(patterns(classes))] }
    return .any(of: [["not": types(PythonExceptions.notExceptions)], types(["Exception"])])
  }

  private mutating func declare(_ classes: [String], at place: SourceRange) {
    for name in classes where !name.contains("<") && !types.contains(where: { $0.key == name }) {
      types.append((name, .placed(["is": ["builtins.Exception"]], place)))
    }
  }

  /// The names of classes, also as ancestors. One without a module would stand for the end of longer ones, too: a star behind it
  /// has it compared from its beginning.
  static func patterns(_ classes: [String]) -> [String] {
    classes.flatMap { PythonExceptions.spellings($0) }.map { $0.contains(".") ? $0 : "\($0)*" }
  }
}
