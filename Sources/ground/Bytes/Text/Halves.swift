extension String {
  /// The texts before and after the first `mark`; all of it where there is none.
  package func halves(at mark: String) -> [Substring] {
    guard let found = firstRange(of: mark) else { return [self[...]] }
    return [self[..<found.lowerBound], self[found.upperBound...]]
  }
}
