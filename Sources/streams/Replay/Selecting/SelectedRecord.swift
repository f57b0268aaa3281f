struct SelectedRecord: BitwiseCopyable {
  let start: Int
  let count: Int
  /// In microseconds; `Int64.min` for none.
  let time: Int64
}
