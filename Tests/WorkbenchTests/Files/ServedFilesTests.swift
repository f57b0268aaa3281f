import Foundation
import LanguageServer
import Testing
import Workbench

@Suite("The files that a page can reach")
struct ServedFilesTests {
  private let folder: TestFolder
  private let outside: TestFolder

  init() throws {
    outside = try TestFolder(["secret.yaml": "version: 1", "errors.ndjson": "{}"])
    folder = try TestFolder([
      "rules/rules.yaml": "version: 1", "rules/rules.test.yaml": "version: 1",
      "rules/parts/more.yaml": "version: 1",
      "rules/.ssh": "key", "other/rules.yaml": "version: 1",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("rules/link.yaml"),
      withDestinationPath: outside.file("secret.yaml")
    )
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("rules/out"),
      withDestinationPath: outside.path
    )
  }

  private var served: ServedFiles {
    ServedFiles(TestDisk(), rules: folder.file("rules/rules.yaml"), others: [outside.file("errors.ndjson")])
  }

  @Test("are the rules, what was named, and rule files and suites beside and below")
  func inside() {
    #expect(served.admits(folder.file("rules/rules.yaml")))
    #expect(served.admits(folder.file("rules/parts/more.yaml")))
    #expect(served.admits(folder.file("rules/new.test.yaml")))
    #expect(served.admits(outside.file("errors.ndjson")))
  }

  @Test(
    "are none outside the folder, by no way",
    arguments: [
      "other/rules.yaml", "rules/../other/rules.yaml", "rules/link.yaml", "rules/out/secret.yaml",
      "rules/out/new.yaml", "rules/.ssh", "rules/../../../../../etc/passwd",
    ]
  )
  func ways(path: String) {
    #expect(!served.admits(folder.file(path)))
    #expect(throws: (any Error).self) { try served.read(folder.file(path), limit: 100) }
    #expect(served.isFolder(folder.file(path)) == nil)
    #expect(served.stamp(of: folder.file(path)) == nil)
    #expect(throws: (any Error).self) { try served.resolve(folder.file(path)) }
  }

  @Test("are looked for beside the rules only, unless .errctl.yaml says that the folders are one project")
  func project() throws {
    #expect(served.root == folder.file("rules"))
    #expect(!served.names(in: folder.file("rules")).contains("parts"))
    #expect(served.names(in: folder.file("rules")).contains("rules.test.yaml"))
    #expect(served.names(in: folder.file("rules/parts")).isEmpty)
    try folder.write(".errctl.yaml", "{}")
    #expect(served.root == folder.path)
    #expect(served.names(in: folder.file("rules")).contains("parts"))
    #expect(served.admits(folder.file("other/rules.yaml")))
    #expect(!served.admits(outside.file("secret.yaml")))
  }
}
