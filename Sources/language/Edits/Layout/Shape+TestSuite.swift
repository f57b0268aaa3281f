internal import Source

extension Shape {
  /// Keys in the order of the reference; each row of a table has a line, aligned with the columns.
  static let testSuite = Shape(
    order: SuiteKeys.suite,
    members: [
      "expectations": Shape(other: expectation, isOpen: true),
      "cases": Shape(element: testCase, isOpen: true),
    ],
    isOpen: true
  )

  private static let testCase = Shape(
    order: SuiteKeys.testCase,
    members: [
      "steps": Shape(element: Shape(order: SuiteKeys.step, members: ["expect": expectation])),
      "expect": expectation,
      "table": Shape(order: SuiteKeys.table, members: ["rows": Shape(isOpen: true)]),
    ]
  )

  private static let expectation = Shape(
    order: SuiteKeys.expectation,
    members: [
      "retry": Shape(order: SuiteKeys.retry),
      "never": Shape(order: SuiteKeys.never),
      "only": Shape(order: SuiteKeys.only),
    ]
  )
}
