internal import Counting
internal import Reports
internal import Bytes
internal import Records

package enum LoadJSON {
  /// Delays are in seconds, minutes in RFC 3339.
  package static func text(of load: RetryLoad) -> String {
    var members = ["\"tries\": \(load.tries)", "\"untimed\": \(load.untimed)", "\"farOff\": \(load.farOff)"]
    members.append("\"peak\": \(peak(load.peak, load.peakMinute)), \"minutes\": \(load.minutes)")
    if let timeline = load.timeline {
      let tries = timeline.tries.map { "\($0)" }.joined(separator: ", ")
      members.append(
        "\"timeline\": {\"start\": \(minute(timeline.start)), \"minutes\": \(timeline.width), \"tries\": [\(tries)]}"
      )
    }
    members.append("\"untracked\": \(load.untracked)")
    members.append("\"withoutRetries\": \(load.firsts), \"withRetries\": \(load.firsts + load.tries)")
    if let time = load.overTime { members.append("\"overTime\": \(overTime(time))") }
    if let worst = load.worstMinute {
      let amplification = load.worst.amplification.map { ", \"amplification\": \(hundredths($0))" } ?? ""
      members.append(
        """
        "worst": {"minute": \(minute(worst)), "without": \(load.worst.firsts), "with": \(load.worst.all)\
        \(amplification)}
        """
      )
    }
    let upstreams = load.upstreams.map { upstream in
      "{\"name\": \(upstream.name?.json ?? "null"), \"tries\": \(upstream.tries), "
        + "\"peak\": \(peak(upstream.peak, upstream.peakMinute))}"
    }
    members.append("\"upstreams\": [\(upstreams.joined(separator: ", "))]")
    members.append("\"otherUpstreams\": \(load.otherUpstreams)")
    members.append("\"waits\": \(spread(load.waits))")
    members.append(
      """
      "operations": {"retried": \(load.operations.retried), "recovered": \(load.operations.recovered), \
      "completed": \(load.operations.completed), "givenUp": \(load.operations.givenUp), \
      "unknown": \(load.operations.unknown), "unfollowed": \(load.operations.unfollowed), \
      "successes": \(load.successes)}
      """
    )
    members.append(
      "\"givingUp\": \(spread(load.operations.givingUp)), \"recovering\": \(spread(load.operations.recovering))"
    )
    if let worst = load.worstSecond {
      members.append(
        "\"worstSecond\": {\"time\": \"\(Timestamp(microseconds: worst.second * 1_000_000).text)\", \"tries\": \(worst.tries)}"
      )
    }
    if let rate = load.successRate { members.append("\"successRate\": \(rate)") }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func overTime(_ time: RetryLoad.OverTime) -> String {
    let without = time.tries.map { "\($0.firsts)" }.joined(separator: ", ")
    let with = time.tries.map { "\($0.all)" }.joined(separator: ", ")
    return """
      {"start": \(minute(time.start)), "minutes": \(time.width), "without": [\(without)], "with": [\(with)]}
      """
  }

  private static func hundredths(_ number: Int) -> String {
    let rest = number % 100
    return "\(number / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func peak(_ tries: Int, _ minute: Int64?) -> String {
    minute.map { "{\"tries\": \(tries), \"minute\": \(self.minute($0))}" } ?? "null"
  }

  private static func minute(_ minute: Int64) -> String {
    Timestamp(minute: minute).text.json
  }

  private static func spread(_ spread: RetryLoad.Spread) -> String {
    """
    {"count": \(spread.count), "total": \(seconds(spread.total)), "median": \(seconds(spread.median)), \
    "p95": \(seconds(spread.most)), "longest": \(seconds(spread.longest))}
    """
  }

  private static func seconds(_ milliseconds: Int) -> String {
    var text = Buffer<UInt8>()
    JSONText.append(milliseconds: Int64(milliseconds), to: &text)
    return String(text.slice)
  }
}
