/// A record that was chosen, where nothing else is done with it yet.
struct SiftedRecord: BitwiseCopyable {
  /// Where its line begins, and the line's length.
  let start: Int
  let count: Int
  /// Its time in microseconds; `Int64.min` for none.
  let time: Int64
}
