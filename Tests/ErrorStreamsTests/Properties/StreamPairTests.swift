import ErrorStreams
import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite("Two streams after each other")
struct StreamPairTests {
  /// Found only if no other format is, as many logs begin with such lines.
  private static let lastResorts = Set(BuiltInFormats.all.filter { $0.isLastResort }.map { $0.name })

  /// All pairs at the full scale, otherwise one for every second stream.
  private static var distances: [Int] {
    let count = ExampleStreams.all.count
    return Scale.isQuick ? [7] : Array(1..<count)
  }

  /// Ways in which the first line of the second stream differs from what its format knows.
  private static func changed(_ bytes: [UInt8], _ way: Int) -> [UInt8] {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    switch way % 4 {
    case 0: return Array(bytes[(end / 2)...])
    case 1: return Array("~ ".utf8) + bytes
    case 2: return Array(bytes[..<(end / 2)]) + bytes[end...]
    default: return Array(bytes[..<end].reversed()) + bytes[end...]
    }
  }

  @Test(
    "Have the first one's format, and every line is counted once",
    arguments: ExampleStreams.all.map { $0.name }
  )
  func pairs(name: String) throws {
    let streams = ExampleStreams.all
    let first = try #require(streams.firstIndex { $0.name == name })
    if Scale.isQuick, first % 2 == 1 { return }
    let format = try ReadStream(streams[first].bytes).format
    for distance in Self.distances {
      let second = (first + distance) % streams.count
      let both = streams[first].bytes + Self.changed(streams[second].bytes, first + second)
      let read = try ReadStream(both)
      let counts = read.counts
      #expect(
        read.format == format || Self.lastResorts.contains(format),
        "\(name), then \(streams[second].name)"
      )
      #expect(
        counts.lines + counts.inner == read.records.count + counts.notErrors + counts.malformed
          + counts.tooLong + counts.truncated + counts.blank + counts.passedOver + counts.continued,
        "\(name), then \(streams[second].name)"
      )
    }
  }
}
