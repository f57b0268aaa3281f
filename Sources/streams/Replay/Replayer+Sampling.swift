internal import Bytes
internal import ErrorStreams
package import Engine
internal import SystemPackage

extension Replayer {
  /// Reads the streams once to find the draws of a sample with a fixed number of records.
  ///
  /// - Throws: ``Failure``; `readOnce` if a stream cannot be read again.
  package static func settleSample(
    _ options: inout ReplayOptions, _ chain: ResponderChain, _ streams: [Stream]
  ) throws {
    guard let count = options.selection.count else { return }
    var draw = SampleDraw(count)
    let selector = ReplayWorker(selecting: chain, options)
    for (index, stream) in streams.enumerated() {
      guard case .file = stream.source else { throw Failure.readOnce(stream: stream.name) }
      let descriptor = try stream.open()
      defer { stream.close(descriptor) }
      let reader = StreamReader(descriptor, named: stream.name, options)
      var source = StreamSource(stream, reader, options)
      selector.stream = index
      while case .chunk = try source.read(into: selector) {
        selector.process()
        for place in 0..<selector.run.draws.count { draw.take(selector.run.draws[place]) }
      }
    }
    options.selection.share = SampleShare("\(count) records", upTo: draw.bound)
    options.selection.count = nil
  }
}
