/// What mutants and tests are known by from run to run.
struct MutantKeys: Sendable {
  private let base: ContentHash
  /// What all tests hold.
  let tests: String
  /// The tests by what they hold.
  let places: [String: Int]

  init(_ subject: MutationSubject) {
    var hash = ContentHash()
    for text in subject.compiler.texts(with: nil) { hash.add(text) }
    base = hash
    tests = subject.testsKey
    places = Dictionary(
      subject.tests.enumerated().map { ($1.key, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The key of a mutant, by the texts of its files.
  func key(of texts: [[UInt8]]) -> String {
    var hash = base
    for text in texts { hash.add(text) }
    return hash.text
  }
}
