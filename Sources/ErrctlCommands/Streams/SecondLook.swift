import Replay
import RuleEngine
import SystemPackage

/// Streams that are read once more, for records that turned out to be worth an explanation.
enum SecondLook {
  /// Explains the records with these ordinals, ascending, each after all that came before it.
  ///
  /// - Returns: why not all of them could be, or nil.
  static func explain(
    _ ordinals: [UInt64],
    of streams: [Replayer.Stream],
    _ chain: ResponderChain,
    _ options: ReplayOptions,
    _ hear: (Explanation, ByteSlice) -> Void
  ) -> String? {
    var explainer = StreamExplainer(chain, options)
    var rest = ordinals[...]
    if options.order == .time {
      if let stream = streams.first(where: { if case .file = $0.source { false } else { true } }) {
        return readOnce(stream)
      }
      do {
        rest = try explainer.explain(inOrder: streams, ordinals: rest, hear)
      } catch {
        return "A stream could not be read once more, so not all records are explained."
      }
    }
    for stream in streams where !rest.isEmpty && options.order == .given {
      guard case .file(let path) = stream.source else {
        return readOnce(stream)
      }
      do {
        let descriptor = try FileDescriptor.open(path, .readOnly)
        defer { try? descriptor.close() }
        rest = try explainer.explain(in: descriptor, ordinals: rest, hear)
      } catch {
        return "\(stream.name) could not be read once more, so not all records are explained."
      }
    }
    return rest.isEmpty ? nil : "The streams were shorter the second time, so not all records are explained."
  }

  private static func readOnce(_ stream: Replayer.Stream) -> String {
    "\(stream.name) can be read once only, and an explanation takes a second look: save the stream in a file."
  }
}
