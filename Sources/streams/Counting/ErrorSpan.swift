package import Records

/// The time of the first error of several, and of the last.
package enum ErrorSpan {
  /// `2026-11-21 01:41 to 23:59`; nil if no error has a time.
  package static func text(_ first: Timestamp?, _ last: Timestamp?, in zone: ShownZone) -> String? {
    guard let first, let last else { return nil }
    return zone.span(from: first, to: last)
  }
}
