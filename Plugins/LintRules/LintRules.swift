import Foundation
import PackagePlugin

/// `swift package lint-rules [FILE…] [OPTION…]`: `errctl validate` of the package's rule files. Without a file it looks
/// through the whole package; options are those of `errctl validate`.
@main
struct LintRules: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let errctl = Process()
    errctl.executableURL = try context.tool(named: "errctl").url
    errctl.currentDirectoryURL = context.package.directoryURL
    let namesFile = zip([""] + arguments, arguments).contains { option, argument in
      !["--config", "--stream"].contains(option)
        && FileManager.default.fileExists(atPath: argument, relativeTo: context.package.directoryURL)
    }
    errctl.arguments = ["validate"] + (namesFile ? [] : ["."]) + arguments
    try errctl.run()
    errctl.waitUntilExit()
    let status = errctl.terminationStatus
    // errctl has said what is wrong, and where; the package manager ends with 1 for any error.
    if status != 0 { Diagnostics.error("errctl validate ended with status \(status)") }
  }
}

extension FileManager {
  fileprivate func fileExists(atPath path: String, relativeTo folder: URL) -> Bool {
    fileExists(atPath: URL(filePath: path, relativeTo: folder).path())
  }
}
