import Foundation
import Testing

/// The examples on the checks' pages, as `errctl codes` shows them, run through the real binary.
@Suite("The examples of every check")
struct CheckExampleTests {
  private struct Page: Decodable {
    let code: String
    let level: String
    let fires: String?
    let silent: String?
    let stream: String?
    let configuration: String?
    let family: String?
  }

  private struct Findings: Decodable {
    struct Finding: Decodable {
      let code: String
    }

    let diagnostics: [Finding]
  }

  @Test("behave as documented")
  func behave() throws {
    let shell = try Shell()
    defer { shell.remove() }
    let listed = try shell.run("errctl codes --format json", environment: [:], stdin: "")
    let pages = try JSONDecoder().decode([Page].self, from: Data(listed.stdout)).filter { $0.family != nil }
    #expect(pages.count > 50)
    for page in pages {
      #expect(page.fires != nil && page.silent != nil, "\(page.code)")
      try shell.write(page.stream ?? "", to: "\(page.code).ndjson")
      try shell.write(page.configuration ?? "", to: "\(page.code).errctl.yaml")
      try shell.write(page.fires ?? "", to: "fires/\(page.code).yaml")
      try shell.write(page.silent ?? "", to: "silent/\(page.code).yaml")
    }
    let off = pages.filter { $0.level == "off" }.map { "\($0.code): note" }
    try shell.write("version: 1\nlevels: { \(off.joined(separator: ", ")) }\n", to: ".errctl.yaml")
    for page in pages {
      for (folder, isFound) in [("fires", true), ("silent", false)] {
        let stream = page.stream == nil ? "" : " --stream \(page.code).ndjson"
        let config = page.configuration == nil ? "" : " --config \(page.code).errctl.yaml"
        let result = try shell.run(
          "errctl validate \(folder)/\(page.code).yaml --format json\(stream)\(config)",
          environment: ["ERRCTL_TODAY": "2026-11-21"],
          stdin: ""
        )
        #expect(result.status == 0 || result.status == 1, "\(folder) \(page.code)")
        let found = try JSONDecoder().decode(Findings.self, from: Data(result.stdout)).diagnostics.map {
          $0.code
        }
        #expect(found.contains(page.code) == isFound, "\(folder) \(page.code)")
      }
    }
  }
}
