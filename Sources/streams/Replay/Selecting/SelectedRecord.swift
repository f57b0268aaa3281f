struct SelectedRecord: BitwiseCopyable {
  let start: Int
  let count: Int
  /// The time in microseconds; `Int64.min` for none.
  let time: Int64
}
