import ErrctlCommands
import Foundation

/// A folder in memory in which the commands run in this process.
struct CommandFolder {
  private let path: String
  private let files: [String: [UInt8]]

  /// - Parameter files: what is in it before each command.
  init(_ files: [String: [UInt8]]) {
    self.files = files
    let temporary = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    path = "\(temporary)/errctl-fuzz-\(getpid())"
    mkdir(path, 0o700)
    guard chdir(path) == 0 else { exit(74) }
    // Neither git nor an editor is found.
    setenv("PATH", "", 1)
    setenv("HOME", path, 1)
    setenv("NO_COLOR", "1", 1)
  }

  var output: [UInt8] { Files.contents(of: "\(path).out") }

  /// The status of a command, which is one of those that the manual names, and its temporary files are gone.
  func status(of arguments: [String], with more: [String: [UInt8]] = [:]) -> Int32 {
    prepare(files.merging(more) { $1 })
    let status = run(arguments)
    require([0, 1, 2, 64, 74].contains(status), "the status is \(status)")
    let left = Files.names(in: path).filter { $0.contains(".errctl-") }
    require(left.isEmpty, "left behind: \(left)")
    return status
  }

  private func prepare(_ files: [String: [UInt8]]) {
    for name in Files.names(in: ".") where files[name] == nil {
      try? FileManager.default.removeItem(atPath: name)
    }
    for (name, bytes) in files where Files.contents(of: name) != bytes {
      try? FileManager.default.removeItem(atPath: name)
      Files.write(bytes, to: name)
    }
  }

  private func run(_ arguments: [String]) -> Int32 {
    for (descriptor, name) in [(Int32(0), "stream.ndjson"), (1, "\(path).out"), (2, "\(path).err")] {
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
