import Foundation
import Testing

/// Nothing of others stands in the tree: what a build needs of them comes from their packages.
@Suite("A tracked file")
struct LicenceTests {
  private static let marks = [
    "@" + "license", "copyright" + " (c)", "spdx-" + "license", "all rights" + " reserved",
  ]

  @Test("has no licence header of somebody else")
  func isOurs() throws {
    let list = Process()
    list.executableURL = URL(filePath: "/usr/bin/env")
    list.arguments = ["git", "-C", Checkout.root.path, "ls-files", "-z"]
    let output = Pipe()
    list.standardOutput = output
    try list.run()
    let names = output.fileHandleForReading.readDataToEndOfFile().split(separator: 0)
    list.waitUntilExit()
    try #require(list.terminationStatus == 0)
    #expect(names.count > 1_500)
    for name in names {
      let path = String(decoding: name, as: UTF8.self)
      guard let data = FileManager.default.contents(atPath: Checkout.root.appending(path: path).path) else {
        continue
      }
      let text = String(decoding: data.prefix(4_096), as: UTF8.self).lowercased()
      for mark in Self.marks where text.contains(mark) { Issue.record("\(path) says “\(mark)”") }
    }
  }
}
