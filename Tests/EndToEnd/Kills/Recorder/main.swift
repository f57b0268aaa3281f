import SwiftErrors

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Records lines into a file, a few at a time, and prints the counts of what is written after each few:
///
///     recorder FILE NAME LINES FILE-BYTES FILES
///
/// The lines are errors of the ids NAME-1, NAME-2 and so on.
let arguments = CommandLine.arguments
guard arguments.count == 6, let lines = Int(arguments[3]), let bytes = Int(arguments[4]),
  let files = Int(arguments[5])
else { exit(64) }
let file = RecordingFile(arguments[1], fileBytes: bytes, files: files)
var next = 1
while next <= lines {
  // From one to seven at a time.
  for number in next..<min(next + next % 7 + 1, lines + 1) {
    file.append(
      Array(
        "{\"type\":\"Recorded\",\"id\":\"\(arguments[2])-\(number)\",\"message\":\"\(String(repeating: "x", count: number % 200))\"}\n"
          .utf8
      )
    )
  }
  next += next % 7 + 1
  await file.flush()
  let counts = file.counts
  // One call a line, past any buffer: what is said was said, whenever the process ends.
  let line = Array("\(counts.written) \(counts.failed) \(counts.dropped) \(counts.rotations)\n".utf8)
  _ = line.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
}
