/// The jumps of the time of day where somebody sets the clock. Windows are counted without them; records have them.
struct WindowTime {
  /// The time of day less the uptime, when last seen.
  private var lead: Duration?
  private var sum = Duration.zero

  /// Clocks that differ by less are being adjusted, not set.
  private static let leastJump = Duration.seconds(1)

  /// The sum of all jumps so far.
  mutating func jumps(timeOfDay: Duration, uptime: Duration) -> Duration {
    let lead = timeOfDay - uptime
    if let last = self.lead, lead - last >= Self.leastJump || last - lead >= Self.leastJump {
      sum += lead - last
    }
    self.lead = lead
    return sum
  }
}
