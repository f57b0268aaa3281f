internal import RuleEngine

/// A rule set, mutated or not, compiled lazily with the assumptions of each suite.
final class Benches {
  private let subject: MutationSubject
  let texts: [[UInt8]]
  private var compiled: [Int: Bench?] = [:]

  init(_ subject: MutationSubject, with mutation: Mutation?) {
    self.subject = subject
    texts = subject.compiler.texts(with: mutation)
  }

  /// Nil if it does not compile to a chain.
  func bench(_ variant: Int) -> Bench? {
    if let known = compiled[variant] { return known }
    let compilation = subject.compiler.compile(texts, stubs: subject.variants[variant])
    let bench = compilation.hasErrors ? nil : Bench(compilation, limits: subject.limits)
    compiled[variant] = .some(bench)
    return bench
  }
}
