import Foundation
import PackagePlugin

/// Compiles every rule file of a target while it is built: a broken one stops the build at its line, and the names in it
/// become constants.
///
/// A rule file is a `.yaml`, `.yml` or `.json` in the target's folder with a line of its own for `responders`, and not a
/// suite, a mapping or a configuration. Files that it imports are looked at again where they are in that folder too.
@main
struct RuleConstants: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let target = target as? SourceModuleTarget else { return [] }
    let texts = target.sourceFiles.map { $0.url }.filter {
      ["yaml", "yml", "json"].contains($0.pathExtension)
    }
    let errctl = try context.tool(named: "errctl").url
    return texts.filter { isRuleFile($0) }.map { rules in
      let name = rules.lastPathComponent.split(separator: ".").joined(separator: "-")
      let output = context.pluginWorkDirectoryURL.appending(
        path: "\(rules.deletingLastPathComponent().lastPathComponent)-\(name).swift")
      return .buildCommand(
        displayName: "Compiling the rules of \(rules.lastPathComponent)", executable: errctl,
        arguments: ["constants", rules.path(), "--output", output.path()], inputFiles: texts,
        outputFiles: [output])
    }
  }

  private func isRuleFile(_ file: URL) -> Bool {
    let name = file.lastPathComponent
    guard ![".test.", ".mapping."].contains(where: { name.contains($0) }), !name.hasPrefix("."),
      let text = try? String(contentsOf: file, encoding: .utf8)
    else { return false }
    return text.split(whereSeparator: { $0.isNewline }).contains { line in
      line.hasPrefix("responders:")
        || line.trimmingPrefix(while: { $0 == " " || $0 == "{" }).hasPrefix("\"responders\"")
    }
  }
}
