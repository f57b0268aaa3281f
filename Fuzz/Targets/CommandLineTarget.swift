import ErrctlCommands
import Foundation

/// Arguments, one a line, run in this process in a folder with a few files.
struct CommandLineTarget: FuzzTarget {
  private let folder: String
  private let files: [String: [UInt8]]

  init(root: String) {
    files = [
      // So few that mutate and generate are quick.
      "rules.yaml": Array(
        "version: 1\nresponders:\n  - id: app\n    rules: [ { id: busy, when: { status: 503 }, then: retry } ]\n"
          .utf8),
      "rules.test.yaml": Array(
        "version: 1\ncases: [ { name: busy, error: { status: 503 }, expect: { by: busy } } ]\n".utf8),
      "faulty.yaml": Array(
        "version: 1\nresponders:\n  - id: a\n    rules: [ { when: { staus: 5 }, then: stop } ]\n".utf8),
      "stream.ndjson": Array("{\"type\":\"A\",\"status\":503}\n{\"type\":\"B\"\n{\"level\":\"info\"}\n".utf8),
      "app.log": Array("2026-11-25 10:00:00,123 ERROR shop it failed\nnot a line\n".utf8),
    ]
    let temporary = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    folder = "\(temporary)/errctl-fuzz-\(getpid())"
    mkdir(folder, 0o700)
    guard chdir(folder) == 0 else { exit(74) }
    // Neither git nor an editor is found.
    setenv("PATH", "", 1)
    setenv("HOME", folder, 1)
    setenv("NO_COLOR", "1", 1)
  }

  func check(_ input: [UInt8]) {
    let arguments = input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard arguments.count <= 16, arguments.allSatisfy({ Self.isInside($0) }) else { return }
    prepare()
    let status = run(arguments)
    require([0, 1, 2, 64, 74].contains(status), "the status is \(status)")
    let output = Files.contents(of: "\(folder).out")
    // Without an argument, or with --help, help is printed in place of a report.
    let isReport =
      status < 2 && !arguments.contains { $0.hasPrefix("-h") || $0.hasPrefix("--h") || $0.hasPrefix("--v") }
    if isReport, arguments.count > 2, arguments.suffix(2) == ["--format", "json"],
      !arguments.dropLast(2).contains("-"),
      ["validate", "lint", "codes"].contains(arguments[0])
    {
      JSONText.check(String(decoding: output, as: UTF8.self))
    }
    let left = Files.names(in: folder).filter { $0.contains(".errctl-") }
    require(left.isEmpty, "left behind: \(left)")
  }

  /// Nothing outside the folder is named, and nothing is waited for.
  private static func isInside(_ argument: String) -> Bool {
    !argument.contains("..") && !argument.hasPrefix("/") && !argument.contains("=/")
      && !argument.contains("\0")
      && !argument.hasPrefix("--watch") && !argument.hasPrefix("--w") && !argument.hasPrefix("--fol")
      && argument.utf8.count <= 200
  }

  /// The files as they are at first.
  private func prepare() {
    for name in Files.names(in: ".") where files[name] == nil {
      try? FileManager.default.removeItem(atPath: name)
    }
    for (name, bytes) in files where Files.contents(of: name) != bytes {
      try? FileManager.default.removeItem(atPath: name)
      Files.write(bytes, to: name)
    }
  }

  private func run(_ arguments: [String]) -> Int32 {
    for (descriptor, name) in [(Int32(0), "stream.ndjson"), (1, "\(folder).out"), (2, "\(folder).err")] {
      let opened = open(name, descriptor == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      guard opened >= 0, dup2(opened, descriptor) == descriptor else { exit(74) }
      close(opened)
    }
    let end = Box()
    Task.immediate { @MainActor in end.status = await CommandLineTool.exitStatus(of: ["errctl"] + arguments) }
    while end.status == nil { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.001)) }
    return end.status ?? -1
  }

  private final class Box: @unchecked Sendable {
    var status: Int32?
  }
}
