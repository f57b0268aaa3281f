internal import Records

/// The twelve months, to the hour, of a stream's dates without a year.
struct YearWindow: BitwiseCopyable, Sendable, Equatable {
  /// The first hour in calendar order, and its year.
  private let first: Int
  private let firstYear: Int

  init(from date: MonthAndHour, of year: Int) {
    first = date.order
    firstYear = year
  }

  /// They end with the hour of the moment.
  init(until moment: Timestamp) {
    let next = moment.microseconds + 3_600_000_000
    let days = next.floored(by: 86_400_000_000)
    let date = CalendarDate(daysSince1970: days)
    let hour = (next - days * 86_400_000_000) / 3_600_000_000
    first = MonthAndHour(month: Int(date.month), day: Int(date.day), hour: Int(hour)).order
    firstYear = Int(date.year) - 1
  }

  func year(of date: MonthAndHour) -> Int { date.order >= first ? firstYear : firstYear + 1 }
}

extension Int64 {
  func floored(by divisor: Int64) -> Int64 {
    self / divisor - (self % divisor < 0 ? 1 : 0)
  }
}
