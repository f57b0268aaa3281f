internal import Source
import Checks
import ErrorStreams
import Replay
internal import Bytes
internal import Engine
import Secrets
import SystemPackage

struct StreamScan {
  private let names: [String]
  private let times: TimeDefaults
  private let redactor: Redactor
  private var hasReadStandardInput = false
  private var ending = StreamEnding()

  /// `-` is standard input, which can serve one rule file only.
  init(_ names: [String], _ times: TimeDefaults, _ redactor: Redactor) {
    self.names = names
    self.times = times
    self.redactor = redactor
  }

  /// Nil without streams, without a chain, or without any error in the streams.
  mutating func observations(by compilation: RuleSet.Compilation, limits: Limits) throws
    -> StreamObservations?
  {
    guard !names.isEmpty, compilation.chain != nil else { return nil }
    if names.contains("-") {
      let isRules = compilation.program?.roots.first?.range.file.name.hasPrefix("standard input.") ?? false
      if hasReadStandardInput || isRules || names.count(where: { $0 == "-" }) > 1 {
        throw CommandFailure(
          .usage,
          "Standard input can be read once only. Give the stream as a file, or name a single rule file.")
      }
      hasReadStandardInput = true
    }
    let files = try StreamFiles(names)
    let shown = names.map { InputFile.shown($0) }.joined(separator: ", ")
    var missing = MissingParts()
    let observations = try StreamObservations(compilation, limits: limits, times: times, redactor: redactor) {
      look in
      missing = try files.each { stream, descriptor in
        do throws(Errno) {
          return .ended(try look(stream.name, descriptor))
        } catch {
          throw CommandFailure(.unusableInput, "\(stream.name): \(InputFile.reason(error))")
        }
      }
    }
    try ending.check(shown, isOne: names.count == 1, observations.contents, missing)
    return observations.records > 0 ? observations : nil
  }
}
