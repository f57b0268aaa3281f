package import Records

/// Structural equality of compiled parts of rule sets. Equal parts behave the same; others may do so too.
/// Texts are compared scalar by scalar.
package protocol StructurallyEquatable {
  func isIdentical(_ other: Self) -> Bool
}

extension String: StructurallyEquatable {
  package func isIdentical(_ other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

extension Array: StructurallyEquatable where Element: StructurallyEquatable {
  package func isIdentical(_ other: [Element]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.isIdentical($1) }
  }
}

extension Optional: StructurallyEquatable where Wrapped: StructurallyEquatable {
  package func isIdentical(_ other: Wrapped?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let one?, let other?): one.isIdentical(other)
    case (nil, _?), (_?, nil): false
    }
  }
}

extension Subject: StructurallyEquatable {
  package func isIdentical(_ other: Subject) -> Bool {
    switch (self, other) {
    case (.problemExtension(let one), .problemExtension(let other)),
      (.attribute(let one), .attribute(let other)),
      (.with(let one), .with(let other)):
      one.isIdentical(other)
    default: self == other
    }
  }
}

extension Number: StructurallyEquatable {
  /// A whole number differs from the same number written with a point.
  package func isIdentical(_ other: Number) -> Bool {
    switch (self, other) {
    case (.integer(let one), .integer(let other)): one == other
    case (.decimal(let one), .decimal(let other)): one.bitPattern == other.bitPattern
    case (.integer, .decimal), (.decimal, .integer): false
    }
  }
}

extension Scalar: StructurallyEquatable {
  package func isIdentical(_ other: Scalar) -> Bool {
    switch (self, other) {
    case (.string(let one), .string(let other)): one.isIdentical(other)
    case (.number(let one), .number(let other)): one.isIdentical(other)
    default: self == other
    }
  }
}

extension Condition: StructurallyEquatable {
  package func isIdentical(_ other: Condition) -> Bool {
    switch (self, other) {
    case (.always, .always): true
    case (.all(let one), .all(let other)), (.any(let one), .any(let other)): one.isIdentical(other)
    case (.not(let one), .not(let other)), (.anyCause(let one), .anyCause(let other)),
      (.rootCause(let one), .rootCause(let other)), (.anyInside(let one), .anyInside(let other)):
      one.isIdentical(other)
    case (.compare(let one, let comparison, _), .compare(let other, let otherComparison, _)):
      one.isIdentical(other) && comparison.isIdentical(otherComparison)
    case (.category(let one, _), .category(let other, _)): one == other
    case (.open(let one, _), .open(let other, _)): one.isIdentical(other)
    case (.payloadError(let index, let one), .payloadError(let otherIndex, let other)):
      index == otherIndex && one.isIdentical(other)
    case (.oneElement(let subject, let one), .oneElement(let otherSubject, let other)):
      subject.isIdentical(otherSubject) && one.isIdentical(other)
    case (.named(let name, let one), .named(let otherName, let other)):
      name.isIdentical(otherName) && one.isIdentical(other)
    case (.custom(let name, let answer, let source), .custom(let otherName, let otherAnswer, let otherSource)):
      name.isIdentical(otherName) && source.expected.isIdentical(otherSource.expected)
        && answer.isIdentical(otherAnswer)
    // Code can't be compared.
    default: false
    }
  }
}

extension CustomAnswer: StructurallyEquatable {
  package func isIdentical(_ other: CustomAnswer) -> Bool {
    switch (self, other) {
    case (.known, .known): true
    case (.assumed(let one), .assumed(let other)): one == other
    case (.known, .assumed), (.assumed, .known): false
    }
  }
}
