internal import Bytes
internal import Source

/// The declared types, in order, which the checks take as complete.
///
/// Names compare by whole dotted components from the right: `NetworkError` covers every type whose name ends
/// so, and a declared `Shop.NetworkError` may be meant by `NetworkError`.
struct TypeTable {
  struct DeclaredType {
    let name: String
    let ancestors: [String]
    let cases: [String]?
  }

  /// Components of a name that are compared.
  static let componentLimit = 32

  let types: [DeclaredType]
  private let byName: [String: Int]
  /// The indices of types by each shorter name that may refer to them.
  private var byShortName: [String: [Int]] = [:]

  /// Cycles are reported.
  init(_ declarations: [TypeDeclaration], in diagnostics: inout Diagnostics) {
    types = declarations.map { declaration in
      DeclaredType(
        name: declaration.name.text, ancestors: declaration.ancestors.map { $0.text },
        cases: declaration.cases?.map { $0.text })
    }
    byName = Dictionary(
      types.indices.map { [types] in (types[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, type) in types.enumerated() {
      for short in Self.endings(of: type.name).dropFirst() { byShortName[short, default: []].append(index) }
    }
    reportCycles(declarations, in: &diagnostics)
  }

  func covering(_ name: String) -> [DeclaredType] {
    indices(covering: name).map { types[$0] }
  }

  /// Perhaps not the type that is meant.
  func below(_ name: String) -> [DeclaredType] {
    (byShortName[name] ?? []).map { types[$0] }
  }

  /// Whether a type that this name may mean is declared with its cases.
  func declaresCases(of name: String) -> Bool {
    (covering(name) + below(name)).contains { $0.cases != nil }
  }

  private func indices(covering name: String) -> [Int] {
    Self.endings(of: name).compactMap { byName[$0] }
  }

  /// Also without leading components.
  private static func endings(of name: String) -> [String] {
    var endings: [String] = []
    var end = name.endIndex
    while endings.count < componentLimit, let dot = name[..<end].lastIndex(of: ".") {
      endings.append(String(name[name.index(after: dot)...]))
      end = dot
    }
    if endings.count < componentLimit { endings.append(name) }
    return endings.reversed()
  }

  private func reportCycles(_ declarations: [TypeDeclaration], in diagnostics: inout Diagnostics) {
    let steps = declarations.map { declaration in
      declaration.ancestors.flatMap { name in indices(covering: name.text).map { (name: name, type: $0) } }
    }
    enum State { case new, open, done }
    var states = [State](repeating: .new, count: types.count)
    for start in types.indices where states[start] == .new {
      // A list instead of recursion: it may be as long as the file.
      var way = [(type: start, next: 0)]
      states[start] = .open
      while let (type, next) = way.last {
        guard next < steps[type].count else {
          states[type] = .done
          way.removeLast()
          continue
        }
        way[way.count - 1].next += 1
        let step = steps[type][next]
        if states[step.type] == .new {
          states[step.type] = .open
          way.append((step.type, 0))
        } else if states[step.type] == .open, let first = way.firstIndex(where: { $0.type == step.type }) {
          let names = way[first...].map { types[$0.type].name }
          diagnostics.report(.typeCycle(step.name, names + names.prefix(1)))
        }
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func typeCycle(_ ancestor: Named, _ names: [String]) -> Diagnostic {
    let message =
      names.count == 2
      ? "This type is declared to be itself. Delete “\(ancestor.text)”."
      : "These types are declared to be each other, in a cycle: \(names.joined(separator: " → ")). Remove one of them."
    return Diagnostic("type-cycle", message, at: ancestor.range)
  }
}
