internal import RuleLanguage
internal import Source
package import Engine

/// The cost of each rule and of the other questions.
package struct ReplayProfile: Sendable {
  package struct Row: Sendable {
    package enum Question: Sendable {
      /// An entry of `defaults.unwrap`, from 1.
      case unwrap(entry: Int)
      case ignored
      case category(String)
      case breaker(String)
      case contract(responder: String)
      case rule(responder: String, String)
      case otherwise(responder: String)
      case always(responder: String)
    }

    package let question: Question
    package let cost: QuestionCost
  }

  /// The rows in file order, including questions that were never evaluated.
  package let rows: [Row]

  /// The rows that were evaluated, the most expensive first.
  package var byCost: [Row] {
    let evaluated = rows.filter { $0.cost.evaluations > 0 }
    return evaluated.indices.sorted { left, right in
      let (a, b) = (evaluated[left].cost.nanoseconds, evaluated[right].cost.nanoseconds)
      return a == b ? left < right : a > b
    }.map { evaluated[$0] }
  }

  /// Over all threads.
  package var nanoseconds: Int64 { rows.reduce(0) { $0 + $1.cost.nanoseconds } }

  /// The share in ten-thousandths of the total time.
  package func share(of row: Row) -> Int {
    let all = nanoseconds
    return all == 0 ? 0 : Int((Double(row.cost.nanoseconds) * 10_000 / Double(all)).rounded())
  }

  init(_ chain: ResponderChain, _ costs: borrowing CostCounter) {
    var rows: [Row] = []
    for question in ChainQuestion.all(of: chain) {
      rows.append(Row(question: Self.name(question, chain), cost: costs[question]))
    }
    self.rows = rows
  }

  private static func name(_ question: ChainQuestion, _ chain: ResponderChain) -> Row.Question {
    switch question {
    case .unwrap(let index): return .unwrap(entry: index + 1)
    case .ignored: return .ignored
    case .category(let index): return .category(chain.categories[index])
    case .breaker(let index): return .breaker(chain.breakers[index].name.text)
    case .contract(let index): return .contract(responder: chain.responders[index])
    case .clause(let index):
      let clause = chain.clauses[index]
      let responder = chain.responders[clause.responder]
      switch clause.kind {
      case .rule, .eventRule: return .rule(responder: responder, clause.name)
      case .otherwise: return .otherwise(responder: responder)
      case .always: return .always(responder: responder)
      }
    }
  }
}

extension ReplayProfile.Row {
  var name: String {
    switch question {
    case .unwrap(let entry): "(unwrap #\(entry))"
    case .ignored: "(ignore: cancellation)"
    case .category(let name): "(category \(name))"
    case .breaker(let name): "(breaker \(name))"
    case .contract(let responder): "(contract of \(responder))"
    case .rule(let responder, let rule): "\(responder)/\(rule)"
    case .otherwise(let responder): "\(responder)/otherwise"
    case .always(let responder): "\(responder)/always"
    }
  }
}
