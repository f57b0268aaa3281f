struct MutantKeys: Sendable {
  private let base: ContentHash
  let tests: String
  let indices: [String: Int]

  init(_ subject: MutationSubject) {
    var hash = ContentHash()
    for text in subject.compiler.texts(with: nil) { hash.add(text) }
    base = hash
    tests = subject.testsKey
    indices = Dictionary(
      subject.tests.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func key(of texts: [[UInt8]]) -> String {
    var hash = base
    for text in texts { hash.add(text) }
    return hash.text
  }
}
