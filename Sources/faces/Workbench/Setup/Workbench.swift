package import Checks
package import LanguageServer
package import Records
internal import Replay
package import Bytes
package import RuleLanguage
internal import Source

/// A rule file beside recorded errors, for pages that edit it. Every page has a ``Session`` of its own.
package struct Workbench: Sendable {
  /// The system, as the host gives it.
  package struct Host: Sendable {
    let files: any FileSystem
    /// Puts bytes into a file of this name until the process ends; the path, or nil if it can't.
    let keep: @Sendable ([UInt8], String) -> String?
    /// Writes a file whose contents are still those that are given, or a new one for nil; why it was not written, or nil.
    let write: @Sendable (_ path: String, _ before: [UInt8]?, _ after: [UInt8]) -> String?
    /// The size of a file, in bytes.
    let size: @Sendable (String) -> Int

    package init(
      files: any FileSystem, size: @escaping @Sendable (String) -> Int,
      keep: @escaping @Sendable ([UInt8], String) -> String?,
      write: @escaping @Sendable (_ path: String, _ before: [UInt8]?, _ after: [UInt8]) -> String?
    ) {
      (self.files, self.size, self.keep, self.write) = (files, size, keep, write)
    }
  }

  package struct Unusable: Error {
    package let reason: String
  }

  let host: Host
  let files: ServedFiles
  /// The path of the rules, with all links resolved.
  let rules: String
  let streamNames: [String]
  /// The names of streams as they are shown, by path.
  private let shown: [String: String]
  /// The first records, and all of them.
  let head: SampleSource
  let whole: SampleSource
  /// Records of the head, and whether there are no more.
  let count: Int
  let isWhole: Bool
  /// The size of all streams in bytes, packed ones as they are.
  let size: Int
  /// Whether the streams contain text that could not be read as records at all.
  package let hasNoRecord: Bool
  let registry: Registry
  let codes: CodeList
  let limits: Limits
  /// The zone of the times that people read.
  let zone: ShownZone
  let today: CalendarDay?
  let version: String

  /// - Parameters:
  ///   - rules: an absolute path.
  ///   - streams: files, folders and patterns, absolute.
  ///   - streamNames: as they are shown.
  ///   - folder: paths in it are shown relative to it.
  ///   - input: a format, the absolute path of a mapping, or nil for a detected format.
  ///   - zone: the zone of the times that people read.
  /// - Throws: ``Unusable`` if a file can't be read.
  package init(
    rules: String, streams: [String], streamNames: [String], folder: String, input: String?, zone: ShownZone,
    host: Host, registry: Registry, codes: CodeList, limits: Limits, today: CalendarDay?, version: String
  ) throws(Unusable) {
    let isMapping = input?.hasPrefix("/") ?? false
    let found = host.files.streams(streams)
    if let failure = found.failures.first { throw Unusable(reason: failure) }
    self.host = host
    self.rules = (try? host.files.resolve(rules)) ?? rules
    files = ServedFiles(
      host.files, rules: self.rules, others: found.paths + (isMapping ? [input].compactMap { $0 } : []))
    whole = SampleSource(given: streamNames, paths: found.paths, input: input)
    size = found.paths.reduce(0) { $0 + host.size($1) }
    self.streamNames = streamNames
    (self.registry, self.codes, self.limits, self.zone) = (registry, codes, limits, zone)
    (self.today, self.version) = (today, version)
    let first: StreamHead
    do {
      let sample = try SampleStream(whole, Texts(files: host.files, limits: limits))
      let options = try sample.options(Texts(files: host.files, limits: limits))
      first = try StreamHead(sample.streams(host.files), options)
    } catch let failure as SampleStream.Unusable {
      throw Unusable(reason: failure.reason)
    } catch let failure as Replayer.Failure {
      throw Unusable(reason: host.files.reason(failure))
    } catch {
      throw Unusable(reason: "\(error)")
    }
    (count, isWhole, hasNoRecord) = (first.count, first.isWhole, first.hasNoRecord)
    var shown: [String: String] = [:]
    for path in found.paths where PathText.isInside(path, folder) {
      shown[path] = PathText.relative(path, to: folder)
    }
    guard !first.isWhole else {
      head = whole
      self.shown = shown
      return
    }
    guard let path = host.keep(first.text, "head.ndjson") else {
      throw Unusable(reason: "The first records could not be kept in a temporary file.")
    }
    head = SampleSource(given: streamNames, paths: [path], input: "errctl")
    shown[path] = streamNames.joined(separator: ", ")
    self.shown = shown
  }

  /// The stream under the name that is shown.
  func named(_ stream: Replayer.Stream) -> Replayer.Stream {
    Replayer.Stream(name: shown[stream.name] ?? stream.name, source: stream.source)
  }

  var server: Server {
    Server(
      files: files, registry: registry, codes: codes, limits: limits, today: today, sample: head,
      version: version)
  }
}
