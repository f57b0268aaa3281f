/// A time to the hour, without a year.
struct MonthAndHour: BitwiseCopyable, Sendable, Equatable {
  let month: Int
  let day: Int
  let hour: Int

  var order: Int { (month * 32 + day) * 24 + hour }
}
