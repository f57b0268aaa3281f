import ArgumentParser
import Mutation
internal import Bytes
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Problems with the cache are reported and never change a result.
struct MutantCacheFile {
  private let path: String?
  private(set) var cache: MutationCache

  /// The named file, or one for these rule files in the user's cache folder.
  init(named: String?, isWanted: Bool, for files: [String]) throws {
    path = isWanted ? named ?? Self.common(files) : nil
    cache = MutationCache(tool: Self.tool)
    guard let path, (try? FileKind(of: path)) != nil else { return }
    do {
      let bytes = try InputFile.read(path, limit: Self.most)
      // A wrongly named file of another kind must not be overwritten.
      guard named == nil || bytes.isEmpty || MutationCache.begins(bytes) else {
        throw CommandFailure(
          .usage, "\(path): This file is not a mutation cache, and --cache would overwrite it.")
      }
      if bytes.count <= Self.most, let read = MutationCache(bytes, tool: Self.tool) {
        cache = read
      } else {
        try report("\(path): The mutation cache is damaged and will be replaced.")
      }
    } catch let failure as CommandFailure where failure.status != .usage {
      for message in failure.messages { try report("\(message) The cache is not used.") }
    }
  }

  private static let most = 256 << 20

  func write(_ cache: MutationCache) throws {
    guard let path else { return }
    do {
      let folder = FilePath(path).removingLastComponent().string
      if !folder.isEmpty {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      }
      let file = try OutputFile(path)
      var text = cache.text
      try text.withUTF8 { try file.write(UnsafeRawBufferPointer($0)) }
      try file.close()
    } catch {
      try report("\(path): The cache could not be written.")
    }
  }

  private func report(_ message: String) throws {
    try CheckedOutput.standardError.write("errctl: \(EscapedText.of(message))\n")
    try CheckedOutput.standardError.flush()
  }

  /// `errctl/mutants-….ndjson` in `XDG_CACHE_HOME` or `~/.cache`; nil if neither is known.
  private static func common(_ files: [String]) -> String? {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.cache" : nil }
    let folder = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    guard let folder else { return nil }
    let names = files.map { FileImports.identity(of: $0) ?? $0 }
    return "\(folder)/errctl/mutants-\(MutationCache.name(of: names)).ndjson"
  }

  /// This build of errctl: another one may evaluate differently.
  private static var tool: String {
    let path = FileImports.identity(of: "/proc/self/exe") ?? CommandLine.arguments.first ?? "errctl"
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let size = (attributes?[.size] as? Int).map { "\($0)" } ?? "?"
    let date =
      (attributes?[.modificationDate] as? Date).map { "\(Int64($0.timeIntervalSince1970 * 1_000))" } ?? "?"
    return "\(Errctl.configuration.version) \(size) \(date)"
  }
}
