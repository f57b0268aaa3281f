internal import Source
package import JSONRPC
internal import Replay
package import Engine
package import Secrets
internal import SystemPackage

/// A record of the sample stream: named, or the first that a rule is about.
package struct SampleRecord {
  /// The name that a command uses for a record.
  package enum Name: Sendable {
    case number(Int)
    case id(String)

    package init?(_ arguments: Params) throws(ResponseError) {
      guard let node = arguments["record"] else { return nil }
      if let id = node.string, !id.isEmpty {
        self = .id(id)
      } else if case .integer(let number) = node.content, number > 0 {
        self = .number(Int(number))
      } else {
        throw ResponseError(.invalidParams, "“record” is not a number of 1 or more or an id. Send one.")
      }
    }
  }

  package let explanation: Explanation
  /// The clause that it was looked up for.
  let clause: Int?
  let stream: String

  /// - Returns: nil if there is no such record.
  package static func find(
    _ name: Name?, _ clauses: Set<Int>, _ rules: RuleSetOfFile, _ snapshot: Snapshot,
    hidingBy redactor: Redactor = Redactor(isOn: true), isCancelled: () -> Bool
  ) throws(ResponseError) -> SampleRecord? {
    let stream = try rules.stream(snapshot.texts)
    let options: ReplayOptions
    do throws(SampleStream.Unusable) {
      options = try stream.options(snapshot.texts)
    } catch {
      throw ResponseError(.requestFailed, error.reason)
    }
    let streams = stream.streams(snapshot.texts.files)
    var number: UInt64?
    if name == nil {
      var search = StreamExplainer(rules.chain, options)
      try each(streams, snapshot) { descriptor throws(StreamExplainer.Failure) in
        number = try search.first(of: clauses, in: descriptor, isCancelled: isCancelled)
        return number == nil && !isCancelled()
      }
      guard number != nil else { return nil }
    }
    var explainer = StreamExplainer(rules.chain, options, hidingBy: redactor)
    var found: Explanation?
    try each(streams, snapshot) { descriptor throws(StreamExplainer.Failure) in
      switch name {
      case .id(let id)?: found = try explainer.explain(id, in: descriptor)
      case .number(let number)?: found = try explainer.explain(record: UInt64(number), in: descriptor)
      case nil: found = try explainer.explain(record: number ?? 0, in: descriptor)
      }
      return found == nil && !isCancelled()
    }
    return found.map { SampleRecord(explanation: $0, clause: clauses.first, stream: stream.source.name) }
  }

  /// One stream after the other, until `read` returns false.
  static func each(
    _ streams: [Replayer.Stream], _ snapshot: Snapshot,
    _ read: (FileDescriptor) throws(StreamExplainer.Failure) -> Bool
  ) throws(ResponseError) {
    for stream in streams {
      let descriptor: FileDescriptor
      do throws(Replayer.Failure) {
        descriptor = try stream.open()
      } catch {
        throw ResponseError(.requestFailed, snapshot.texts.files.reason(error))
      }
      defer { stream.close(descriptor) }
      do throws(StreamExplainer.Failure) {
        guard try read(descriptor) else { return }
      } catch {
        switch error {
        case .unreadable(let errno):
          let failure = Replayer.Failure.unreadable(stream: stream.name, errno)
          throw ResponseError(.requestFailed, snapshot.texts.files.reason(failure))
        case .stopped: return
        }
      }
    }
  }
}
