import Replay
internal import Bytes
internal import Engine
import SystemPackage

/// A second pass for records that were selected in the first.
enum StreamReread {
  /// Ascending ordinals; all records before each are evaluated.
  ///
  /// - Returns: a message if some could not be explained, or nil.
  static func explain(
    _ ordinals: [UInt64], of streams: [Replayer.Stream], _ chain: ResponderChain, _ options: ReplayOptions,
    _ receive: (Explanation, ByteSlice) -> Void
  ) -> String? {
    var explainer = StreamExplainer(chain, options)
    var rest = ordinals[...]
    if options.order == .time {
      if let stream = streams.first(where: { if case .file = $0.source { false } else { true } }) {
        return readOnce(stream)
      }
      do {
        rest = try explainer.explain(inOrder: streams, ordinals: rest, receive)
      } catch {
        return "A stream could not be read again, so some records are not explained."
      }
    }
    for stream in streams where !rest.isEmpty && options.order == .given {
      guard case .file(let path) = stream.source else {
        return readOnce(stream)
      }
      do {
        let descriptor = try FileDescriptor.open(path, .readOnly)
        defer { try? descriptor.close() }
        rest = try explainer.explain(in: descriptor, ordinals: rest, receive)
      } catch {
        return "\(stream.name) could not be read again, so some records are not explained."
      }
    }
    return rest.isEmpty
      ? nil : "The streams were shorter on the second pass, so some records are not explained."
  }

  private static func readOnce(_ stream: Replayer.Stream) -> String {
    "\(stream.name) can be read once only, but explanations need a second pass. Save the stream in a file."
  }
}
