internal import Patterns
internal import Records
package import RuleLanguage
public import Source

/// A compiled rule set. Immutable; any number of threads may share it.
public final class ResponderChain: Sendable {
  /// A rule, an event rule, an `otherwise` or an `always`.
  public struct Clause: Sendable {
    /// The index of its responder in ``ResponderChain/responders``.
    public let responder: Int
    /// Rule, event rule, `otherwise` or `always`.
    public let kind: ClauseKind
    /// The id of the rule or event rule, or `otherwise` or `always`.
    public let name: String
    /// Whether it is enabled.
    public let isEnabled: Bool
    /// Its position in the rule file.
    public let range: SourceRange
  }

  /// The name of the rule set, or nil.
  public let name: String?
  /// The responders' ids, in declaration order.
  public let responders: [String]
  /// The declared categories, then `defaults.category` if it is not among them.
  public let categories: [String]
  /// Every rule, event rule, `otherwise` and `always`, in file order.
  public let clauses: [Clause]
  package let breakers: [Breaker]
  package let quotas: [SharedQuota]
  package let actionLabels: [String]
  /// The name below `perform`, or the key of a plugin's action, for each action.
  let providedActions: [String]
  /// The `report` setting of each responder for unhandled errors, which is `none`, a severity or `assert`.
  package let unhandledReports: [String]
  /// Custom matchers named by rules that no plugin provides, in alphabetical order.
  public let unknownCustoms: [String]
  let reference: TablesReference
  var tables: ChainTables { @inline(__always) unsafeAddress { reference.address } }
  let sources: [ComparisonSource]
  let patterns: [Pattern]
  private let predicates: [@Sendable (borrowing ErrorView) -> Bool]

  init(_ program: RuleProgram, _ builder: consuming TableBuilder) {
    name = program.name
    responders = program.responders.map { $0.id.text }
    categories = program.categories.map { $0.name.text }
    clauses = program.clauses.map { $0.identity }
    breakers = program.breakers
    quotas = program.quotas
    unhandledReports = program.responders.map { $0.unhandledReport }
    actionLabels = builder.actionLabels
    providedActions = builder.providedActions
    unknownCustoms = builder.unknownCustoms.sorted()
    sources = builder.sources
    patterns = builder.patterns
    predicates = builder.predicates
    reference = TablesReference(builder.tables)
  }

  deinit {
    reference.free()
  }

  /// The display name of a clause, such as `app/again` or `app/otherwise`.
  public func name(ofClause index: Int) -> String {
    "\(responders[clauses[index].responder])/\(clauses[index].name)"
  }

  /// Evaluates a plugin's matcher. `category` is the assigned category of the error under evaluation, or nil
  /// if the condition is about another error.
  func holds(
    predicate index: Int, _ record: borrowing ErrorRecord, _ errorNode: ErrorNodeIndex, category: Value?
  ) -> Bool {
    withUnsafePointer(to: record) {
      predicates[index](ErrorView($0, errorNode: errorNode, category: category))
    }
  }
}
