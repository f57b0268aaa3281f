extension Shape {
  /// A test suite: its keys stay where they are; of a table each row has a line, under the columns.
  static let testSuite = Shape(
    members: [
      "cases": Shape(
        element: Shape(members: ["table": Shape(members: ["rows": Shape(isOpen: true)])]),
        isOpen: true
      )
    ],
    isOpen: true
  )
}
