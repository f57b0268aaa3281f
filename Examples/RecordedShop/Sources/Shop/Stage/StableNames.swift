/// Gives what differs between runs the same name in every record.
struct StableNames: Sendable {
  private let names: [(text: String, name: String)]

  init(home: String, loopback: Loopback) {
    var names: [(String, String)] = [("/private" + home, "/home/shop"), (home, "/home/shop")]
    for (port, name) in [(loopback.closed, "9"), (loopback.silent, "19"), (loopback.hangingUp, "13")] {
      names.append((":\(port)", ":\(name)"))
      names.append(("port \(port)", "port \(name)"))
    }
    self.names = names
  }

  func rewrite(_ text: String) -> String {
    var text = text
    for (found, name) in names { text = text.replacing(found, with: name) }
    // curl tells how long it tried.
    return text.replacing(/after \d+ ms/, with: "after 1 ms")
  }
}
