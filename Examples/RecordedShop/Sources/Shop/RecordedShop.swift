internal import Foundation
internal import SwiftErrors
internal import Synchronization

/// Plays one day of a small shop's app and records every error on it as NDJSON.
@main
enum RecordedShop {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let log = Log()
    do {
      let disk = try Disk()
      defer { disk.remove() }
      try await play(on: disk, into: log)
    }
    switch (arguments.first, arguments.dropFirst().first) {
    case (nil, nil): try FileHandle.standardOutput.write(contentsOf: log.bytes)
    case ("--output", let file?): try log.bytes.write(to: URL(fileURLWithPath: file))
    case ("--check", let file?): try check(log.bytes, against: Data(contentsOf: URL(fileURLWithPath: file)))
    default: try end(64, "usage: recorded-shop [--output FILE | --check FILE]")
    }
  }

  @MainActor
  private static func play(on disk: Disk, into log: Log) async throws {
    let loopback = try Loopback()
    let names = StableNames(home: disk.home, loopback: loopback)
    let clock = VirtualClock()
    let upstream = Upstream()
    let recorder = ErrorRecorder(
      knownProtocols: [.conformance("AlertableError") { $0 is any AlertableError }],
      redaction: Redaction(rewrite: { names.rewrite($0) }),
      now: { clock.now },
      sink: { log.append($0) }
    )
    let api = ApiClient(transport: Transport(upstream: upstream, loopback: loopback))
    let shop = Shop(api: api, disk: disk, upstream: upstream, clock: clock, recorder: recorder)
    await Day(shop: shop).play()
  }
}

extension RecordedShop {
  /// Compares this day with a recorded one: the same types, domains and codes in the same order.
  private static func check(_ today: Data, against recorded: Data) throws {
    let today = try Identity.all(in: today)
    let recorded = try Identity.all(in: recorded)
    guard today.first?.platform == recorded.first?.platform else {
      return try end(0, "recorded on another platform, whose errors have other numbers: not compared")
    }
    for (index, pair) in zip(today, recorded).enumerated() where pair.0 != pair.1 {
      try end(1, "record \(index + 1): today \(pair.0), recorded \(pair.1)")
    }
    if today.count != recorded.count {
      try end(1, "\(today.count) records today, \(recorded.count) recorded")
    }
    try end(0, "\(today.count) records, the same types, domains and codes")
  }

  private static func end(_ status: Int32, _ message: String) throws {
    try FileHandle.standardError.write(contentsOf: Data("\(message)\n".utf8))
    if status != 0 { exit(status) }
  }
}

/// What a record is about.
private struct Identity: Decodable, Equatable {
  let type: String
  let domain: String
  let code: Int
  let platform: String

  static func all(in stream: Data) throws -> [Identity] {
    try stream.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Identity.self, from: $0) }
  }
}

/// The records of the day.
private final class Log: Sendable {
  private let lines = Mutex(Data())

  var bytes: Data { lines.withLock { $0 } }

  func append(_ line: [UInt8]) {
    lines.withLock { $0.append(contentsOf: line) }
  }
}
