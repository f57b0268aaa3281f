/// One file under `Cases`: a command, its inputs, and what came of it.
///
/// The text before the first section says what the case is about. A section begins with `=== name`:
///
///     === requires     a shell command; where it fails the case is skipped
///     === env          NAME=VALUE lines
///     === file NAME    a file in the folder the command runs in; the name may have folders
///     === stdin        standard input, empty where there is none
///     === command      what /bin/sh runs, with errctl found first
///     === stdout, === stderr, === status    what must come of it; empty, empty and 0 where absent
///
/// In what came out, the folder the command ran in is shown as `$DIR`, bytes that are no visible text as
/// `\xNN`, and a last line without a line feed ends in `\no-newline`.
struct CommandLineCase: Equatable {
  var introduction = ""
  /// The sections in the order of the file, outcome excluded.
  var inputs: [Section] = []
  var outcome = Outcome()

  struct Section: Equatable {
    var name: String
    var text: String
  }

  struct Outcome: Equatable {
    var stdout = ""
    var stderr = ""
    var status: Int32 = 0
  }

  /// What is wrong with a case file.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private static let known: Set = ["requires", "env", "stdin", "command", "stdout", "stderr", "status"]

  init(parsing text: String) throws {
    var name: String?
    var body = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("=== ") {
        try close(name, body)
        name = String(line.dropFirst(4))
        body = ""
      } else {
        body += line + "\n"
      }
    }
    try close(name, body)
    guard input("command") != nil else { throw Fault(description: "there is no section “=== command”") }
  }

  private mutating func close(_ name: String?, _ body: String) throws {
    guard let name else {
      introduction = body
      return
    }
    guard Self.known.contains(name) || name.hasPrefix("file ") else {
      throw Fault(description: "there is no section “\(name)”")
    }
    switch name {
    case "stdout": outcome.stdout = body
    case "stderr": outcome.stderr = body
    case "status":
      guard let status = Int32(body.dropLast()) else { throw Fault(description: "“\(body)” is not a status") }
      outcome.status = status
    default:
      guard input(name) == nil else { throw Fault(description: "“\(name)” stands there twice") }
      inputs.append(Section(name: name, text: body))
    }
  }

  /// The text of an input section, or nil where there is none.
  func input(_ name: String) -> String? {
    inputs.first { $0.name == name }?.text
  }

  /// The files to make, by name.
  var files: [(name: String, text: String)] {
    inputs.filter { $0.name.hasPrefix("file ") }.map { (String($0.name.dropFirst(5)), $0.text) }
  }

  /// The case as a file.
  var text: String {
    var text = introduction
    for section in inputs { text += "=== \(section.name)\n\(section.text)" }
    if !outcome.stdout.isEmpty { text += "=== stdout\n\(outcome.stdout)" }
    if !outcome.stderr.isEmpty { text += "=== stderr\n\(outcome.stderr)" }
    if outcome.status != 0 { text += "=== status\n\(outcome.status)\n" }
    return text
  }
}
