internal import Patterns
internal import Records
internal import RuleLanguage
public import Source

/// A compiled rule set: who answers an error, in which order, and how. Immutable, shared by any number of
/// threads.
public final class ResponderChain: Sendable {
  /// A place where actions and verdicts stand.
  public struct Station: Sendable {
    /// The responder it belongs to, by its place in ``ResponderChain/responders``.
    public let responder: Int
    /// What kind of place it is.
    public let kind: StationKind
    /// The rule's or event rule's id, or `otherwise` or `always`.
    public let name: String
    /// Whether it is enabled.
    public let isEnabled: Bool
    /// Where it is written.
    public let range: SourceRange
  }

  /// The rule set's name, or nil.
  public let name: String?
  /// The ids of the responders, as declared.
  public let responders: [String]
  /// The categories: the declared ones, then `defaults.category` where it is not among them.
  public let categories: [String]
  /// Every rule, event rule, `otherwise` and `always`, in the order of the file.
  public let stations: [Station]
  /// What a summary calls each action.
  package let actionLabels: [String]
  /// How a root reports what nobody answered: `none`, a severity or `assert`.
  package let unhandledReports: [String]
  /// What rules ask by name and no plugin answers, in alphabetical order.
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
    stations = program.stations.map { $0.identity }
    unhandledReports = program.responders.map { $0.unhandledReport }
    actionLabels = builder.actionLabels
    unknownCustoms = builder.unknownCustoms.sorted()
    sources = builder.sources
    patterns = builder.patterns
    predicates = builder.predicates
    reference = TablesReference(builder.tables)
  }

  deinit {
    reference.free()
  }

  /// The stations' name for people: `app/again`, `app/otherwise`.
  public func name(ofStation index: Int) -> String {
    "\(responders[stations[index].responder])/\(stations[index].name)"
  }

  /// Whether a plugin's question holds; `category` is what the error being answered was given, or nil where the question
  /// is about another error.
  func holds(
    predicate index: Int,
    _ record: borrowing ErrorRecord,
    _ frame: FrameIndex,
    category: Value?
  ) -> Bool {
    withUnsafePointer(to: record) {
      predicates[index](ErrorView($0, frame: frame, category: category))
    }
  }
}
