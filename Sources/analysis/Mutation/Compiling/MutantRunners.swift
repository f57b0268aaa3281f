internal import Engine

/// A rule set, mutated or not, compiled lazily with the assumptions of each suite.
final class MutantRunners {
  private let subject: MutationSubject
  let texts: [[UInt8]]
  private var compiled: [Int: MutantRunner?] = [:]

  init(_ subject: MutationSubject, with mutation: Mutation?) {
    self.subject = subject
    texts = subject.compiler.texts(with: mutation)
  }

  /// Nil if it does not compile to a chain.
  func runner(_ variant: Int) -> MutantRunner? {
    if let known = compiled[variant] { return known }
    let compilation = subject.compiler.compile(texts, stubs: subject.variants[variant])
    let runner = compilation.hasErrors ? nil : MutantRunner(compilation, limits: subject.limits)
    compiled[variant] = .some(runner)
    return runner
  }
}
