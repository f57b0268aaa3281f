internal import RuleEngine

/// A rule set with a change, or without one, compiled with each of the assumptions of its suites once that is needed.
final class Benches {
  private let subject: MutationSubject
  let texts: [[UInt8]]
  private var compiled: [Int: Bench?] = [:]

  init(_ subject: MutationSubject, with mutation: Mutation?) {
    self.subject = subject
    texts = subject.compiler.texts(with: mutation)
  }

  /// Nil where it does not compile to a chain.
  func bench(_ variant: Int) -> Bench? {
    if let known = compiled[variant] { return known }
    let compilation = subject.compiler.compile(texts, stubs: subject.variants[variant])
    let bench = compilation.hasErrors ? nil : Bench(compilation, limits: subject.limits)
    compiled[variant] = .some(bench)
    return bench
  }
}
