import ErrorStreams
import RuleEngine
import Source

/// A mapping file, a byte 0xFF, and a stream, which is read by the mapping.
struct MappingTarget: FuzzTarget {
  private let file = MemoryFile()
  private let limits = FuzzLimits.files

  init(root: String) {}

  static var seeds: [[UInt8]] {
    BuiltInFormats.all.map { format in
      Array(MappingText.text(of: format.mapping).utf8) + [0xFF] + Array(format.example.utf8)
    }
  }

  func check(_ input: [UInt8]) {
    let (text, stream) = halves(input)
    var diagnostics = Diagnostics()
    let mapping = MappingFile.read(name: "log.mapping.yaml", bytes: text, limits: limits, into: &diagnostics)
    Findings.check(diagnostics.sorted)
    require(mapping == nil || !diagnostics.hasErrors, "a faulty mapping is used")
    guard let mapping else { return }
    checkText(of: mapping)
    let plan = FormatPlan(mapping)
    let lines =
      stream
      ?? Array("2026-11-25 10:00:00 ERROR shop: it failed\n{\"level\":\"error\",\"a\":{\"b\":1}}\n".utf8)
    for input in [StreamInput.format(plan, FormatTable(own: [plan])), .detected(FormatTable(own: [plan]))] {
      StreamTarget.inspect(lines, input, limits, file)
    }
  }

  /// Written as errctl writes mappings, it is the same mapping.
  private func checkText(of mapping: Mapping) {
    var diagnostics = Diagnostics()
    let text = MappingText.text(of: mapping)
    let again = MappingFile.read(
      name: "log.mapping.yaml", bytes: Array(text.utf8), limits: limits, into: &diagnostics)
    require(
      again != nil, "a written mapping can't be read: \(diagnostics.sorted.first.map { "\($0)" } ?? "")")
    require(again.map { MappingText.text(of: $0) } == text, "a mapping that is written twice differs")
  }
}
