/// Readable characters, among the bytes that are equivalent.
enum ExampleText {
  /// Familiar scalars in the order in which they are tried.
  static let familiar: [Unicode.Scalar] = Array("éäöüñßøçλπждאשعم中日本語あア한€…→✓😀🎉".unicodeScalars)

  /// Spelled by `classes`, or a familiar scalar that `leads` to the same state.
  static func scalar(_ classes: [[UInt8]], leads: (Unicode.Scalar) -> Bool) -> Unicode.Scalar {
    if classes.count == 1 {
      let best = classes[0].min { JointClasses.cost($0) < JointClasses.cost($1) } ?? 0
      return Unicode.Scalar(best)
    }
    return familiar.first(where: leads) ?? firstPrintable(classes)
  }

  /// A letter, number or symbol, or else the first scalar.
  private static func firstPrintable(_ classes: [[UInt8]]) -> Unicode.Scalar {
    var choice = Array(repeating: 0, count: classes.count)
    var first: Unicode.Scalar?
    while true {
      let bytes = zip(choice, classes).map { $1[$0] }
      if let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first {
        if isPrintable(scalar) { return scalar }
        first = first ?? scalar
      }
      var digit = classes.count - 1
      while digit >= 0 {
        choice[digit] += 1
        if choice[digit] < classes[digit].count { break }
        choice[digit] = 0
        digit -= 1
      }
      if digit < 0 { return first ?? "\u{FFFD}" }
    }
  }

  private static let printable = ["L", "N", "S", "P"].reduce(ScalarSet.empty) { set, name in
    set.union(UnicodeProperty.scalars(named: name) ?? .empty)
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    printable.contains(scalar.value)
  }
}
