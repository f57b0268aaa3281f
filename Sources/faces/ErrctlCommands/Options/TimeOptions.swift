import ArgumentParser
import ErrorStreams
internal import Records

/// The options for times that lack the year or the zone.
struct TimeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The year of a stream's first date, for dates without a year. Default: the date of the file decides.",
      valueName: "year"))
  var year: Int?

  @Option(
    name: .customLong("time-zone"),
    help: ArgumentHelp(
      "The zone of times without one, such as +02:00 or Europe/Berlin. Default: UTC.", valueName: "zone"))
  var zone: String?

  var words: [String] {
    (year.map { ["--year", "\($0)"] } ?? []) + (zone.map { ["--time-zone", $0] } ?? [])
  }

  func validate() throws {
    if let year, !(1_970...9_998).contains(year) {
      throw ValidationError("--year takes a year such as 2026, not “\(year)”.")
    }
    if let zone, offsets == nil {
      throw ValidationError(
        "--time-zone takes an offset such as +02:00, UTC, or a name of the system's time zones such as "
          + "Europe/Berlin, not “\(zone)”.")
    }
  }

  private var offsets: ZoneOffsets? { zone.flatMap { ZoneOffsets($0) ?? ZoneName.offsets(of: $0) } }

  /// The zone of `--time-zone` as reports name it.
  var zoneName: String? {
    guard let zone, let offsets = ZoneOffsets(zone) else { return zone }
    return ZoneOffsets.text(minutes: offsets.minutes(at: Timestamp(microseconds: 0)))
  }

  /// The clock of times that are typed without a zone.
  var clock: LocalClock { offsets.map { .zone($0) } ?? .system }

  var defaults: TimeDefaults {
    var defaults = TimeDefaults()
    defaults.years = year.map { .first($0) } ?? .lastChange(orElse: Today.moment)
    defaults.zone = offsets
    return defaults
  }
}
