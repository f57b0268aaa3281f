/// A selected record that is not evaluated yet.
struct SelectedRecord: BitwiseCopyable {
  let start: Int
  let count: Int
  /// Its time in microseconds; `Int64.min` for none.
  let time: Int64
}
