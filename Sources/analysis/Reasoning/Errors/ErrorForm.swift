internal import Records
internal import RuleLanguage
internal import Source

/// The form of an error in terms of the recorded one: itself, a cause, a nested error, or a replacement.
final class ErrorForm {
  indirect enum Member {
    case recorded(Int)
    case constant(SampleValue)
    case missing
    case filled(Filling)
    /// The first one, or the second if it is missing.
    case either(Member, Member)
  }

  struct Filling {
    /// Equal for equal texts.
    let name: String
    let content: Action.Content
    let form: ErrorForm

    var template: Template? { if case .template(let template) = content { template } else { nil } }
  }

  enum Attributes {
    case recorded(Int)
    case constant(SampleValue)
  }

  enum StatusFallback {
    case problemOrAttribute, problem, none
  }

  /// The causes: known forms, then those recorded in a frame from an index on.
  struct Causes {
    var leading: [ErrorForm] = []
    var recorded: (errorNode: Int, from: Int)?
    /// A cause, or unwrapped: its causes may be, or have been, those after it in the list, not in its own `underlying`.
    var standBeside = false
  }

  let number: Int
  /// Equal for forms that are the same for every recorded error, in whatever rule set.
  let identity: Int
  let members: [Member]
  let attributes: [Attributes]
  let statusFallback: StatusFallback
  let causes: Causes
  /// It is evaluated itself and gets a category. Otherwise its own category counts.
  let hasCategory: Bool

  init(
    number: Int, identity: Int, members: [Member], attributes: [Attributes], statusFallback: StatusFallback,
    causes: Causes, hasCategory: Bool
  ) {
    self.number = number
    self.identity = identity
    self.members = members
    self.attributes = attributes
    self.statusFallback = statusFallback
    self.causes = causes
    self.hasCategory = hasCategory
  }

  subscript(field: Field) -> Member { members[Int(field.rawValue)] }
}

/// Numbered from 0 for the recorded error itself.
final class ErrorNodes {
  enum Place: Hashable {
    case record
    case cause(of: Int, Int)
    case payload(of: Int, Int)
  }

  private(set) var places: [Place] = [.record]
  private var numbers: [Place: Int] = [.record: 0]

  func known(_ place: Place) -> Int? { numbers[place] }

  func number(of place: Place) -> Int {
    if let known = numbers[place] { return known }
    numbers[place] = places.count
    places.append(place)
    return places.count - 1
  }
}

final class ErrorForms {
  private enum Key: Hashable {
    case recordedCause(errorNode: Int, Int)
    case payload(form: Int, Int)
    case replaced(form: Int, clause: Int, button: Int)
    case unwrappedCause(form: Int)
    case unwrappedPayload(form: Int, Int)
    case cause(form: Int)
    case raised(clause: Int)
    case constant(form: Int, clause: Int, String)
  }

  let errorNodes: ErrorNodes
  private let errorSpace: ErrorSpace
  private let side: Int
  private var known: [Key: ErrorForm] = [:]
  private(set) var fillings: [String: ErrorForm.Filling] = [:]
  private(set) var all: [ErrorForm] = []
  private(set) lazy var recorded: ErrorForm = ownForm(
    "recorded", errorNode: 0, causesOf: 0, from: 0, hasCategory: true)

  init(_ errorSpace: ErrorSpace, side: Int) {
    self.errorSpace = errorSpace
    self.side = side
    errorNodes = errorSpace.errorNodes
  }

  /// Nil if the other rule set's form does not exist here.
  func form(like other: ErrorForm) -> ErrorForm? {
    if recorded.identity == other.identity { return recorded }
    return all.first { $0.identity == other.identity }
  }

  private func add(
    _ identity: String, _ members: [ErrorForm.Member], _ attributes: [ErrorForm.Attributes],
    _ fallback: ErrorForm.StatusFallback, _ causes: ErrorForm.Causes, hasCategory: Bool
  ) -> ErrorForm {
    let form = ErrorForm(
      number: all.count, identity: errorSpace.identity(identity), members: members, attributes: attributes,
      statusFallback: fallback, causes: causes, hasCategory: hasCategory)
    all.append(form)
    if hasCategory, let recorded = causes.recorded {
      errorSpace.mostUnwrapped = max(errorSpace.mostUnwrapped, recorded.from)
    }
    return form
  }

  private func remember(_ key: Key, _ make: () -> ErrorForm) -> ErrorForm {
    if let form = known[key] { return form }
    let form = make()
    known[key] = form
    return form
  }

  private func ownForm(
    _ identity: String, errorNode: Int, causesOf list: Int, from: Int, hasCategory: Bool = false,
    isCause: Bool = false
  ) -> ErrorForm {
    add(
      identity, Field.allCases.map { _ in .recorded(errorNode) }, [.recorded(errorNode)], .problemOrAttribute,
      ErrorForm.Causes(recorded: (list, from), standBeside: isCause), hasCategory: hasCategory)
  }

  func cause(_ index: Int, of errorNode: Int) -> ErrorForm {
    remember(.recordedCause(errorNode: errorNode, index)) {
      ownForm(
        "cause \(index) of \(errorNode)", errorNode: errorNodes.number(of: .cause(of: errorNode, index)),
        causesOf: errorNode, from: index + 1, isCause: true)
    }
  }

  func payload(_ index: Int, of form: ErrorForm) -> ErrorForm {
    remember(.payload(form: form.number, index)) {
      switch form[.payload] {
      case .recorded(let errorNode):
        let inner = errorNodes.number(of: .payload(of: errorNode, index))
        return ownForm("payload \(index) of \(errorNode)", errorNode: inner, causesOf: inner, from: 0)
      case .constant(let value): return constant(value.element(index))
      case .missing, .filled, .either: return constant(.object([]))
      }
    }
  }

  func constant(_ value: SampleValue) -> ErrorForm {
    // The causes of a cause follow it.
    var leading: [ErrorForm] = []
    for cause in causes(of: value).reversed() {
      leading.insert(constant(cause, ErrorForm.Causes(leading: leading, standBeside: true)), at: 0)
    }
    return constant(value, ErrorForm.Causes(leading: leading))
  }

  private func causes(of value: SampleValue) -> [SampleValue] {
    value["underlying"].elements.flatMap { [$0] + causes(of: $0) }
  }

  private func constant(_ value: SampleValue, _ causes: ErrorForm.Causes) -> ErrorForm {
    add(
      "constant \(value.json) \(causes.leading.map { $0.identity }) \(causes.standBeside)",
      Field.allCases.map { field in
        let member = field.takesIntegers ? value[field.name].asWhole : value[field.name]
        if case .null = member { return .missing }
        return member.isMissing || !field.accepts(member) ? .missing : .constant(member)
      },
      [.constant(value)],
      .problemOrAttribute,
      causes,
      hasCategory: false
    )
  }

  /// The form as a cause, which keeps its own category.
  private func cause(_ form: ErrorForm) -> ErrorForm {
    remember(.cause(form: form.number)) {
      var causes = form.causes
      causes.standBeside = true
      return add(
        "cause \(form.identity)", form.members, form.attributes, form.statusFallback, causes,
        hasCategory: false)
    }
  }

  func replaced(_ form: ErrorForm, by replacement: Replacement, at clause: Int, button: Int) -> ErrorForm {
    remember(.replaced(form: form.number, clause: clause, button: button)) {
      make(form, replacement)
    }
  }

  private func make(_ form: ErrorForm, _ replacement: Replacement) -> ErrorForm {
    let isEdited = replacement.kind == .edited
    var members = form.members
    if !isEdited { for field in Field.identity { members[Int(field.rawValue)] = .missing } }
    var causes = isEdited ? form.causes : ErrorForm.Causes()
    for named in replacement.members {
      guard let field = Field.allCases.first(where: { $0.name == named.key }) else { continue }
      let value = SampleValue.Named(named.value)
      let member: ErrorForm.Member
      switch value {
      case .value(.null): member = .missing
      case .value(let value): member = .constant(field.takesIntegers ? value.asWhole : value)
      case .filled:
        // The name of a category has a meaning within one rule set only.
        let number = errorSpace.effects.number(of: named.value)
        let name = "text \(number) of \(form.identity) of \(errorSpace.agreesOnCategories ? 0 : side)"
        let filling = ErrorForm.Filling(name: name, content: named.value, form: form)
        fillings[name] = filling
        member = .filled(filling)
      }
      members[Int(field.rawValue)] = member
      if field == .underlying, case .value(let value) = value {
        causes = constant(.object([("underlying", value)])).causes
      }
    }
    if replacement.wraps {
      let inner = cause(form)
      causes = ErrorForm.Causes(leading: [inner] + form.causes.leading, recorded: form.causes.recorded)
      members[Int(Field.underlying.rawValue)] = .constant(.array([.object([])]))
    }
    return add(
      "verdict \(errorSpace.effects.number(of: .transform(replacement))) of \(form.identity)", members,
      form.attributes, isEdited ? form.statusFallback : .none,
      causes, hasCategory: true)
  }

  func unwrapped(_ inner: ErrorForm, from outer: ErrorForm, _ index: Int?) -> ErrorForm {
    remember(index.map { .unwrappedPayload(form: outer.number, $0) } ?? .unwrappedCause(form: outer.number)) {
      var members = outer.members
      for field in Field.identity { members[Int(field.rawValue)] = inner[field] }
      members[Int(Field.attributes.rawValue)] = .either(inner[.attributes], outer[.attributes])
      var causes = inner.causes
      if index == nil {
        causes = outer.causes
        if causes.leading.isEmpty { causes.recorded?.from += 1 } else { causes.leading.removeFirst() }
        causes.standBeside = true
      }
      return add(
        "\(inner.identity) unwrapped from \(outer.identity)", members, inner.attributes + outer.attributes,
        inner.statusFallback == .none ? .none : .problem, causes, hasCategory: true)
    }
  }

  func raised(_ replacement: Replacement, at clause: Int) -> ErrorForm {
    remember(.raised(clause: clause)) { make(recorded, replacement) }
  }
}

extension SampleValue {
  /// A value in a rule, or a filled template.
  enum Named {
    case value(SampleValue)
    case filled
  }

  /// Any value but an array is its own element 0.
  func element(_ index: Int) -> SampleValue {
    guard case .array(let elements) = self else { return index == 0 ? self : .missing }
    return index < elements.count ? elements[index] : .missing
  }

  /// 503 for 503.0. Any other value is itself.
  var asWhole: SampleValue {
    guard case .number(.decimal(let number)) = self, number.magnitude <= 0x1p53,
      let integer = Int64(exactly: number)
    else { return self }
    return .number(.integer(integer))
  }

  /// Any existing value but an array is its only element.
  var elements: [SampleValue] {
    switch self {
    case .array(let elements): elements
    case .missing: []
    case .null, .bool, .number, .text, .object: [self]
    }
  }

  /// Keys may contain dots; the longest matching key wins.
  func find(_ path: String) -> SampleValue {
    guard case .object(let members) = self else { return .missing }
    var best = SampleValue.missing
    var bestLength = -1
    for (key, value) in members where key.utf8.count >= bestLength && path.utf8.starts(with: key.utf8) {
      if key.utf8.count == path.utf8.count {
        (best, bestLength) = (value, key.utf8.count)
      } else if Array(path.utf8)[key.utf8.count] == UInt8(ascii: ".") {
        let rest = String(decoding: path.utf8.dropFirst(key.utf8.count + 1), as: UTF8.self)
        let found = value.find(rest)
        if !found.isMissing { (best, bestLength) = (found, key.utf8.count) }
      }
    }
    return best
  }
}

extension SampleValue {
  /// The value as in a rule file. Nil for a template.
  init?(exactly content: Action.Content) {
    switch content {
    case .scalar(.null): self = .null
    case .scalar(.bool(let flag)): self = .bool(flag)
    case .scalar(.number(let number)): self = .number(number)
    case .scalar(.string(let text)): self = .text(text)
    case .template(let template):
      var text = ""
      for part in template.parts {
        guard case .text(let own) = part else { return nil }
        text += own
      }
      self = .text(text)
    case .list(let contents):
      let elements = contents.compactMap { SampleValue(exactly: $0) }
      guard elements.count == contents.count else { return nil }
      self = .array(elements)
    case .mapping(let contents):
      let members = contents.compactMap { member in
        SampleValue(exactly: member.value).map { (key: member.key, value: $0) }
      }
      guard members.count == contents.count else { return nil }
      self = .object(members)
    case .optionTitles: return nil
    }
  }
}

extension Action.Content {
  /// Keys may contain dots; the longest matching key wins. Nil if there is nothing.
  func find(_ path: String) -> Action.Content? {
    guard case .mapping(let members) = self else { return nil }
    var best: (content: Action.Content, length: Int)?
    for member in members where member.key.utf8.count >= best?.length ?? 0 {
      guard path.utf8.starts(with: member.key.utf8) else { continue }
      let rest = path.utf8.dropFirst(member.key.utf8.count)
      if rest.isEmpty {
        best = (member.value, member.key.utf8.count)
      } else if rest.first == UInt8(ascii: "."),
        let found = member.value.find(String(decoding: rest.dropFirst(), as: UTF8.self))
      {
        best = (found, member.key.utf8.count)
      }
    }
    return best?.content
  }
}

extension SampleValue.Named {
  init(_ content: Action.Content) {
    self = SampleValue(exactly: content).map { .value($0) } ?? .filled
  }
}

extension Field {
  func accepts(_ value: SampleValue) -> Bool {
    switch self {
    case .origin, .type, .case, .domain, .message, .reason, .suggestion, .category, .operation, .event,
      .platform:
      if case .text = value { true } else { false }
    case .retryAfter:
      switch value {
      case .text(let text): TimeSpan(text) != nil
      case .number(let number): (0..<9e12).contains(number.double)
      default: false
      }
    case .time:
      switch value {
      case .text(let text): Timestamp(text) != nil
      case .number(let number): Timestamp(unixSeconds: number.double) != nil
      default: false
      }
    case .id, .code:
      switch value {
      case .text, .number(.integer): true
      default: false
      }
    case .status, .attempt: if case .number(.integer) = value { true } else { false }
    case .fatal, .cancelled: if case .bool = value { true } else { false }
    case .severity:
      switch value {
      case .text(let name): Severity(name: name) != nil
      case .number(.integer(let number)): Severity(number: number) != nil
      default: false
      }
    case .problem, .attributes, .with: if case .object = value { true } else { false }
    case .underlying:
      switch value {
      case .object, .array: true
      default: false
      }
    case .is, .performed:
      switch value {
      case .text, .array: true
      default: false
      }
    case .payload, .options, .answers: true
    }
  }
}
