/// A date without a year, to the hour.
struct MonthAndHour: BitwiseCopyable, Sendable, Equatable {
  let month: Int
  let day: Int
  let hour: Int

  /// A number in calendar order.
  var order: Int { (month * 32 + day) * 24 + hour }
}
