/// The files of `--report`, opened before anything is evaluated: a file that can't be written is noticed at once.
struct ReportFiles {
  private let files: [(format: SummaryOptions.Format, file: OutputFile)]

  init(_ options: SummaryOptions) throws {
    files = try options.files.map { ($0.format, try OutputFile($0.file)) }
  }

  var all: [OutputFile] { files.map { $0.file } }

  /// Writes to each what `content` gives for its format; an incomplete summary takes no file's place.
  func write(isWhole: Bool, content: (SummaryOptions.Format) -> String) throws {
    for (format, file) in files {
      guard isWhole else {
        try file.giveUp()
        continue
      }
      var text = content(format)
      try text.withUTF8 { try file.write(UnsafeRawBufferPointer($0)) }
      try file.close()
    }
  }
}
