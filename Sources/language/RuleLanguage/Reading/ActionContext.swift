internal import Bytes
internal import Records
public import Source

/// The services for an action plugin while its declaration is translated, and its way to report faults.
public final class ActionContext {
  let vocabulary: Vocabulary
  let verdicts: VerdictReader
  /// The place of the action.
  public let place: Place
  let policy: ResponderPolicy

  /// The place of an action, which decides which placeholders it may use and whether an alert may decide.
  public enum Place: Sendable {
    case rule, otherwise
    /// The actions under `always`, once the outcome is known.
    case always
    /// The actions of an event rule.
    case event
  }

  /// Whether the action is under `always`.
  public var isAlways: Bool { place == .always }

  package init(vocabulary: Vocabulary, verdicts: VerdictReader, place: Place, policy: ResponderPolicy) {
    self.vocabulary = vocabulary
    self.verdicts = verdicts
    self.place = place
    self.policy = policy
  }

  private var templateExtras: Set<Template.Extra> {
    switch place {
    case .rule, .otherwise: []
    case .always: [.outcome]
    case .event: [.with]
    }
  }

  /// Reports a finding; with an error, the rule file does not compile.
  public func report(_ diagnostic: Diagnostic) {
    vocabulary.diagnostics.report(diagnostic)
  }

  /// A text with its placeholders read; nil if a fault was reported.
  public func template(_ node: Node) -> Action.Content? {
    guard let text = node.string else {
      guard let scalar = node.scalar, !scalar.isNull else {
        report(.wrongType(node, expected: "a text"))
        return nil
      }
      return .scalar(scalar)
    }
    let (template, faults) = Template.read(text, allowing: templateExtras)
    for fault in faults {
      report(Diagnostic("wrong-template", fault.message, at: vocabulary.range(of: fault.bytes, in: node)))
    }
    return template.map { .template($0) }
  }

  /// A value of any type whose texts are templates; nil if a fault was reported.
  public func templates(_ node: Node) -> Action.Content? {
    switch node.content {
    case .sequence(let elements):
      let contents = elements.map { templates($0) }
      let whole = contents.compactMap { $0 }
      return whole.count == contents.count ? .list(whole) : nil
    case .mapping(let members):
      let contents = members.map { member in templates(member.value).map { Action.Member(member.key, $0) } }
      let whole = contents.compactMap { $0 }
      return whole.count == contents.count ? .mapping(whole) : nil
    case .null, .bool, .integer, .decimal, .string:
      return template(node)
    }
  }

  /// A value as written, without placeholders.
  public func plain(_ node: Node) -> Action.Content {
    switch node.content {
    case .null: .scalar(.null)
    case .bool(let value): .scalar(.bool(value))
    case .integer(let value): .scalar(.number(.integer(value)))
    case .decimal(let value): .scalar(.number(.decimal(value)))
    case .string(let value): .scalar(.string(value))
    case .sequence(let elements): .list(elements.map { plain($0) })
    case .mapping(let members): .mapping(members.map { Action.Member($0.key, plain($0.value)) })
    }
  }

  /// The actions of a list such as a button's `do`; nil if a fault was reported.
  public func actions(_ node: Node) -> [Action]? {
    ActionListReader(context: self).actions(of: node)
  }
}

extension Scalar {
  var isNull: Bool { self == .null }
}
