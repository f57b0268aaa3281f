internal import Source

extension Shape {
  /// Keys in the order of the reference; each row of a table has a line, aligned with the columns.
  static let testSuite = Shape(
    order: SuiteKeys.suite.names,
    members: [
      "expectations": Shape(other: expectation, isOpen: true),
      "cases": Shape(element: testCase, isOpen: true),
    ],
    isOpen: true
  )

  private static let testCase = Shape(
    order: SuiteKeys.testCase.names,
    members: [
      "steps": Shape(element: Shape(order: SuiteKeys.step.names, members: ["expect": expectation])),
      "expect": expectation,
      "table": Shape(order: SuiteKeys.table.names, members: ["rows": Shape(isOpen: true)]),
    ]
  )

  private static let expectation = Shape(
    order: SuiteKeys.expectation.names,
    members: [
      "retry": Shape(order: SuiteKeys.retry.names),
      "never": Shape(order: SuiteKeys.never.names),
      "only": Shape(order: SuiteKeys.only.names),
    ]
  )
}
