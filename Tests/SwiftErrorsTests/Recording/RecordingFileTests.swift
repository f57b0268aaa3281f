import Foundation
import SwiftErrors
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("A recording file is bounded and never blocks")
struct RecordingFileTests {
  private let folder = NSTemporaryDirectory() + "/recording-" + UUID().uuidString

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func lines(_ name: String) -> [String] {
    let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { String($0) }
  }

  private func line(_ number: Int, bytes: Int = 0) -> [UInt8] {
    let text = "\(number)"
    return Array((text + String(repeating: "x", count: max(0, bytes - text.utf8.count - 1)) + "\n").utf8)
  }

  @Test func `lines are added in order, and to what is there`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for start in [0, 500] {
      let file = RecordingFile(folder + "/a.ndjson")
      for number in start..<(start + 500) { file.append(line(number)) }
      await file.flush()
      #expect(file.counts.written == 500 && file.counts.dropped == 0)
    }
    #expect(lines("a.ndjson") == (0..<1_000).map { "\($0)" })
  }

  @Test func `files are rotated, whole lines each, and the oldest goes`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = RecordingFile(folder + "/a.ndjson", fileBytes: 4_096, files: 3)
    for number in 0..<22 {
      file.append(line(number, bytes: 1_024))
      await file.flush()
    }
    #expect(file.counts.rotations == 5)
    let numbers = ["a.ndjson.2", "a.ndjson.1", "a.ndjson"].map {
      lines($0).map { Int($0.prefix { $0 != "x" }) }
    }
    #expect(numbers == [Array(12...15), Array(16...19), [20, 21]])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
  }

  @Test func `two that write to one path lose nothing, also where they rotate`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // Each has its own open file and its own lock, as in two processes.
    let files = (0..<2).map { _ in RecordingFile(folder + "/a.ndjson", fileBytes: 4_096, files: 500) }
    await withTaskGroup(of: Void.self) { group in
      for (index, file) in files.enumerated() {
        group.addTask {
          for number in 0..<1_000 {
            file.append(line(index * 1_000 + number, bytes: 128))
            if number % 10 == 9 { await file.flush() }
          }
          await file.flush()
        }
      }
    }
    #expect(files.allSatisfy { $0.counts.written == 1_000 && $0.counts.failed == 0 })
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let all = names.flatMap { lines($0) }
    #expect(all.allSatisfy { $0.utf8.count == 127 })
    #expect(Set(all.compactMap { Int($0.prefix { $0 != "x" }) }) == Set(0..<2_000) && all.count == 2_000)
  }

  @Test func `a line waits for whoever has locked the file`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let other = open(folder + "/a.ndjson", O_RDWR | O_APPEND | O_CREAT, 0o600)
    #expect(flock(other, LOCK_EX) == 0)
    let file = RecordingFile(folder + "/a.ndjson")
    file.append(line(2))
    // Time in which it would be written without a lock.
    try await Task.sleep(for: .milliseconds(50))
    #expect(write(other, "1\n", 2) == 2 && close(other) == 0)
    await file.flush()
    #expect(lines("a.ndjson") == ["1", "2"])
  }

  @Test func `half a line is ended before the next one`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("1\n2, cut o".utf8).write(to: URL(fileURLWithPath: folder + "/a.ndjson"))
    let file = RecordingFile(folder + "/a.ndjson")
    file.append(line(3))
    await file.flush()
    #expect(lines("a.ndjson") == ["1", "2, cut o", "3"])
  }

  @Test func `only the owner may read it`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = RecordingFile(folder + "/a.ndjson")
    file.append(line(1))
    await file.flush()
    let mode = try FileManager.default.attributesOfItem(atPath: folder + "/a.ndjson")[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `what finds no room in the queue is dropped and counted`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = RecordingFile(folder + "/a.ndjson", queueBytes: 4_096)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for number in 0..<500 { file.append(line(number, bytes: 256)) } }
      }
    }
    await file.flush()
    let counts = file.counts
    #expect(counts.written + counts.dropped == 4_000 && counts.failed == 0)
    #expect(lines("a.ndjson").count == counts.written)
    #expect(lines("a.ndjson").allSatisfy { $0.utf8.count == 255 })
  }

  @Test func `a disk that refuses is told, and whoever records goes on`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = RecordingFile(folder + "/none/a.ndjson")
    file.append(line(1))
    await file.flush()
    #expect(file.counts.failed == 1 && file.counts.written == 0 && file.counts.reason != nil)
    try FileManager.default.createDirectory(atPath: folder + "/none", withIntermediateDirectories: true)
    file.append(line(2))
    await file.flush()
    #expect(file.counts.written == 1 && lines("none/a.ndjson") == ["2"])
  }

  @Test func `a full disk loses lines and says so`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let file = RecordingFile("/dev/full")
    file.append(line(1))
    await file.flush()
    #expect(file.counts.failed == 1 && file.counts.written == 0)
  }
}
