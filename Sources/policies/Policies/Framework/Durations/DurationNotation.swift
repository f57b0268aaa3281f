internal import Source

/// A way in which a system writes durations.
protocol DurationNotation {
  /// A duration, exactly as the system counts it.
  associatedtype Span
  /// The kind of value in messages: `a duration such as "500ms"`.
  var wanted: String { get }
  /// Nil if the value is not a duration.
  func span(of node: Node) -> Span?
}
