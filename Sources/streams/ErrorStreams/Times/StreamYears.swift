internal import Bytes
internal import Records

/// The years of a stream's dates without one, chunk by chunk.
struct StreamYears {
  private let times: TimeDefaults
  private let followed: FollowedFile?
  let source: AssumedYears.Source?
  private var window: YearWindow?
  /// No date was found yet.
  private var isOpen = false

  /// - Parameter file: the descriptor's state, if the system tells it.
  init(_ times: TimeDefaults, _ file: FileState?) {
    self.init(times, changed: file.flatMap { $0.isRegular ? $0.changed : nil }, followed: nil)
  }

  init(_ times: TimeDefaults, following file: FollowedFile) {
    self.init(times, changed: file.changed, followed: file)
  }

  private init(_ times: TimeDefaults, changed: Timestamp?, followed: FollowedFile?) {
    self.times = times
    self.followed = followed
    switch times.years {
    case .none: source = nil
    case .first(let year):
      source = .option
      isOpen = true
      window = YearWindow(from: MonthAndHour(month: 1, day: 1, hour: 0), of: year)
    case .lastChange(let now):
      source = changed.map { .file($0) } ?? now.map { .today($0) }
      window = (changed ?? now).map { YearWindow(until: times.latest(changedAt: $0)) }
    }
  }

  mutating func window(for lines: ByteSlice) -> YearWindow? {
    switch times.years {
    case .none: return nil
    case .first(let year):
      if isOpen, let first = FirstDate.find(in: lines) {
        isOpen = false
        window = YearWindow(from: first, of: year)
      }
    case .lastChange:
      // A followed file grows into the next year.
      if let changed = followed?.changed { window = YearWindow(until: times.latest(changedAt: changed)) }
    }
    return window
  }
}
