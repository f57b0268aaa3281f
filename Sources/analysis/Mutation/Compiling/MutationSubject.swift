package import Bytes
package import Engine
package import RuleLanguage
package import Source
package import Suites

package struct MutationSubject: Sendable {
  package let file: String
  package let program: RuleProgram
  /// The distinct assumptions of suites about custom matchers. The first one is empty.
  let variants: [[String: Bool]]
  let compiler: MutantCompiler
  let limits: Limits
  private(set) var tests: [MutatedTest] = []
  package private(set) var examples = 0
  package private(set) var broken: [String] = []
  private let clauses: [SourceRange]

  package var cases: Int { tests.count }

  package init?(
    _ file: String, _ compilation: RuleSet.Compilation, imports reader: (any ImportReader)?,
    suites: [(suite: TestSuite, stubs: [String: Bool])], registry: Registry, limits: Limits
  ) {
    guard compilation.chain != nil, let program = compilation.program else { return nil }
    self.file = file
    self.program = program
    self.limits = limits
    clauses = program.clauses.map { $0.range }
    compiler = MutantCompiler(
      program, name: file, imports: compilation.imports, reader: reader, registry: registry, limits: limits)
    var variants: [[String: Bool]] = [[:]]
    for (suite, stubs) in suites {
      let variant =
        variants.firstIndex(of: stubs)
        ?? {
          variants.append(stubs)
          return variants.count - 1
        }()
      for testCase in suite.cases where testCase.todo == nil {
        tests.append(MutatedTest(testCase, of: suite, variant: variant, stubs: stubs))
      }
    }
    self.variants = variants
    let runners = MutantRunners(self, with: nil)
    guard let first = runners.runner(0) else { return nil }
    for index in tests.indices where runners.runner(tests[index].variant)?.note(&tests[index]) != true {
      broken.append(tests[index].testCase.name)
    }
    let examples = first.examples()
    self.examples = examples.count
    broken += examples.broken
  }

  /// The indices of the cases, those that cover the changed place first.
  func likeliestFirst(_ mutation: Mutation) -> [Int] {
    let place = mutation.place
    let changed = clauses.indices.filter { index in
      let range = clauses[index]
      return range.file === place.file && range.bytes.contains(place.bytes.lowerBound)
    }.map { Int32($0) }
    guard !changed.isEmpty else { return Array(tests.indices) }
    var groups: [[Int]] = [[], [], []]
    for (index, test) in tests.enumerated() {
      let group =
        changed.contains { test.matched.holds($0) }
        ? 0 : changed.contains { test.evaluated.holds($0) } ? 1 : 2
      groups[group].append(index)
    }
    return groups.flatMap { $0 }
  }

  var testsKey: String {
    var hash = ContentHash()
    for test in tests { hash.add(test.key) }
    return hash.text
  }
}

extension [Int32] {
  fileprivate func holds(_ number: Int32) -> Bool {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == number
  }
}
