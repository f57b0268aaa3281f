internal import Bytes
internal import Records

/// The columns before the message of lines that are built alike, guessed from what repeats in them.
struct LineColumns {
  /// The guessed expression of a line.
  private(set) var expression = ""
  /// Whether there are such groups.
  private(set) var hasLevel = false
  private(set) var origin: String?
  private(set) var time: Time?
  private(set) var clock = false
  /// Lines that have the columns.
  private(set) var lines: [Int]

  /// There is anything but a message.
  var isKnown: Bool { time != nil || clock || hasLevel || origin != nil }

  enum Time {
    /// Layouts in strptime's letters, none for a usual one; and others that all of its times fit.
    case written([String], others: [String])
    case epoch
  }

  /// A line with its pieces.
  struct Line {
    let text: ByteSlice
    let pieces: [LinePiece]

    func text(at column: Int) -> ByteSlice { text[pieces[column].range] }
  }

  private let all: [Line]
  /// Names of groups that are taken.
  private var names: Set<String> = []

  /// The columns of the lines at these indices.
  ///
  /// - Parameter isSplit: others like them have no level.
  init(_ all: [Line], _ lines: [Int], isSplit: Bool) {
    self.all = all
    self.lines = lines
    let timeColumn = findTime()
    if let timeColumn {
      let isEpoch = if case .epoch = time { true } else { false }
      keep {
        $0.pieces.count > timeColumn
          && (isEpoch ? Self.isEpoch($0, timeColumn) : $0.pieces[timeColumn].kind == .time)
      }
    }
    let levelColumn = findLevel()
    if let levelColumn {
      keep { $0.pieces.count > levelColumn && $0.pieces[levelColumn].kind == .level }
    }
    var last = max(timeColumn ?? -1, levelColumn ?? -1)
    if levelColumn == nil, let logger = findLogger(after: last) { last = logger - 1 }
    var column = 0
    var generic: [(name: String, column: Int)] = []
    columns: while column < 12 {
      let isNeeded = column <= last
      if column == timeColumn {
        appendTime(column)
      } else if column == levelColumn {
        append(column, name: "level", isSplit ? Self.levels : "[A-Za-z]+")
        hasLevel = true
      } else if let kind = kind(of: column, isNeeded: isNeeded) {
        if kind == .word, !isNeeded {
          guard appendLogger(column) else { break columns }
          // Numbers may follow in columns of their own.
          guard commonMark(column) == "|" || commonMark(column) == "\t" else { break columns }
          column += 1
          continue
        }
        let name = name(for: kind, column, afterTime: timeColumn.map { column > $0 } ?? false)
        append(column, name: name, nil, kind)
        if kind == .word { generic.append((name, column)) }
      } else {
        break
      }
      column += 1
    }
    // The word of few values nearest to the level.
    if origin == nil, let nearest = generic.last(where: { isOneOfFew($0.column) }) { origin = nearest.name }
    expression += "(?P<message>.*)"
  }

  private mutating func keep(_ isKept: (Line) -> Bool) { lines = lines.filter { isKept(all[$0]) } }

  // MARK: Time and level

  private static func isEpoch(_ line: Line, _ column: Int) -> Bool {
    guard line.pieces[column].kind == .number, let number = line.text(at: column).wholeNumber else {
      return false
    }
    let seconds = line.pieces[column].range.count == 13 ? number / 1_000 : number
    // From 2000 to 2040.
    return [10, 13].contains(line.pieces[column].range.count)
      && (946_684_800..<2_208_988_800).contains(seconds)
  }

  /// The first one with a date and a year, else one since 1970, else without a year, else of the day.
  private mutating func findTime() -> Int? {
    var best: (rank: Int, column: Int)?
    for column in 0..<12 {
      let times = lines.filter { all[$0].pieces.count > column && all[$0].pieces[column].kind == .time }
      let epochs = lines.filter { all[$0].pieces.count > column && Self.isEpoch(all[$0], column) }
      var rank = 0
      if times.count * 10 >= lines.count * 7, let first = times.first,
        let time = all[first].pieces[column].time
      {
        rank = time.hasYear && time.hasDate ? 4 : time.hasDate ? 2 : 1
      } else if epochs.count * 20 >= lines.count * 19 {
        rank = 3
      }
      if rank > best?.rank ?? 0 { best = (rank, column) }
    }
    guard let best else { return nil }
    switch best.rank {
    case 3: time = .epoch
    case 1: clock = true
    default: time = .written([], others: [])
    }
    return best.column
  }

  /// Where most lines have a word of levels.
  private func findLevel() -> Int? {
    var best: (count: Int, column: Int)?
    for column in 0..<12 {
      let count = lines.count { all[$0].pieces.count > column && all[$0].pieces[column].kind == .level }
      if count > best?.count ?? 0 { best = (count, column) }
    }
    guard let best, best.count * 5 >= lines.count * 4 else { return nil }
    return best.column
  }

  /// A name with a colon, as `HOST TIME PROGRAM: message` has it behind other columns.
  private func findLogger(after column: Int) -> Int? {
    for column in (column + 1)..<max(column + 1, 12) {
      let words = lines.filter { all[$0].pieces.count > column && all[$0].pieces[column].kind == .word }
      let named = words.count {
        all[$0].pieces[column].separator.mark == ":" && Self.isName(all[$0].text(at: column))
      }
      if named * 10 >= lines.count * 9 { return column }
      // A sentence begins with words of letters.
      let plain = words.count { line in
        let text = all[line].text(at: column)
        return (0..<text.count).allSatisfy { text[$0].isLetter }
      }
      if plain * 10 > lines.count { return nil }
    }
    return nil
  }

  private static let levels =
    "(?i:trace|debug|info|information|notice|warn|warning|error|err|severe|critical|crit|fatal|panic|emerg|emergency)"

  // MARK: Columns

  /// Nil where the message begins.
  private mutating func kind(of column: Int, isNeeded: Bool) -> LinePiece.Kind? {
    let having = lines.filter { all[$0].pieces.count > column }
    guard having.count * 10 >= lines.count * 9, let first = having.first else { return nil }
    var counts: [(kind: LinePiece.Kind, count: Int)] = []
    for line in having {
      // Another level is a word like others.
      let kind = all[line].pieces[column].kind == .level ? .word : all[line].pieces[column].kind
      if let index = counts.firstIndex(where: { $0.kind == kind }) {
        counts[index].count += 1
      } else {
        counts.append((kind, 1))
      }
    }
    guard let most = counts.max(by: { $0.count < $1.count }) else { return nil }
    let opening = all[first].pieces[column].opening
    let isUniform =
      most.count * 20 >= lines.count * 19
      && having.allSatisfy {
        all[$0].pieces[column].opening == opening || all[$0].pieces[column].kind != most.kind
      }
    if isNeeded { return isUniform ? most.kind : .word }
    guard isUniform, most.kind != .time else { return nil }
    if most.kind == .number || most.kind == .bracketed {
      // A number of a sentence varies in what follows it.
      guard let mark = commonMark(column), most.kind == .bracketed || mark != "," else { return nil }
    }
    return most.kind
  }

  /// The mark after a column in nearly all lines.
  private func commonMark(_ column: Int) -> String? {
    var counts: [String: Int] = [:]
    for line in lines where all[line].pieces.count > column {
      counts[all[line].pieces[column].separator.mark, default: 0] += 1
    }
    guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      most.value * 20 >= lines.count * 19
    else { return nil }
    return most.key
  }

  private func isOneOfFew(_ column: Int) -> Bool {
    var values: Set<String> = []
    for line in lines where all[line].pieces.count > column {
      values.insert(String(all[line].text(at: column)))
    }
    return values.count > (lines.count < 5 ? 0 : 1) && values.count <= max(8, lines.count / 10)
  }

  private mutating func name(for kind: LinePiece.Kind, _ column: Int, afterTime: Bool) -> String {
    let wanted =
      switch kind {
      case .number: afterTime ? ["pid", "tid"] : []
      case .bracketed: ["thread", "context"]
      case .time, .level, .word: [String]()
      }
    let name = wanted.first { !names.contains($0) } ?? "column\(column + 1)"
    names.insert(name)
    return name
  }

  // MARK: The expression

  private mutating func appendTime(_ column: Int) {
    if case .epoch = time { return append(column, name: "time", #"\d+"#) }
    let times = lines.compactMap { all[$0].pieces[column].time }
    // The layout that most of them have.
    var counts: [String: Int] = [:]
    for time in times { counts[time.layout, default: 0] += 1 }
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    let like = times.filter { $0.layout == most }
    guard let first = like.first else { return }
    keep { $0.pieces[column].time?.layout == most }
    let fractions = Set(like.map { $0.fraction }).sorted()
    var expression = ""
    if let mark = fractions.last?.first {
      expression = mark == ":" ? #":\d{1,3}"# : #"[.,]\d+"#
      if fractions.contains("") { expression = "(?:\(expression))?" }
    }
    // Before the zone.
    let parts = first.layout.hasSuffix("%z") || first.layout.hasSuffix("%Z") || first.layout.hasSuffix("%p")
    append(column, name: clock ? "clock" : "time", parts ? nil : first.expression + expression, .time)
    guard !clock else { return }
    let layouts = WrittenTime.layouts(of: first.layout, like.map { $0.numbers })
    let isUsual = ["%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S"].contains { first.layout.hasPrefix($0) }
    let written = layouts.map { layout in fractions.reversed().map { Self.insert($0, in: layout) } }
    time = .written(
      isUsual && !fractions.contains(":%L") ? [] : written[0], others: written.dropFirst().map { $0[0] })
  }

  /// The layout with the fraction inserted after the seconds.
  private static func insert(_ fraction: String, in layout: String) -> String {
    var written = ""
    var isLetter = false
    for character in layout {
      written.append(character)
      if isLetter, character == "S" { written += fraction }
      isLetter = character == "%"
    }
    return written
  }

  /// A name that ends with a mark, or one with dots, or one in a column of its own.
  private mutating func appendLogger(_ column: Int) -> Bool {
    guard origin == nil else { return false }
    let having = lines.filter { all[$0].pieces.count > column && all[$0].pieces[column].kind != .time }
    guard let mark = commonMark(column) else { return false }
    let names = having.count { Self.isName(all[$0].text(at: column)) }
    let dotted = having.count { Self.isDotted(all[$0].text(at: column)) }
    let padded = having.count { all[$0].pieces[column].separator.spacesAfter > 1 }
    let isMarked =
      (mark == "," ? !hasSpaces(after: column) : [":", "-", "|", "\t", "--", ";"].contains(mark))
      && names * 20 >= lines.count * 19
    guard isMarked || dotted * 10 >= lines.count * 9 || padded * 10 >= lines.count * 9 && isOneOfFew(column)
    else { return false }
    origin = "logger"
    let numbered = having.count { Self.hasNumber(all[$0].text(at: column)) }
    if numbered * 2 >= lines.count, mark == ":" {
      expression += #"(?P<logger>[^\[ ]+)(?:\[(?P<pid>\d+)\])?"#
      appendSeparator(column)
    } else {
      append(column, name: "logger", nil, .word)
    }
    return true
  }

  private func hasSpaces(after column: Int) -> Bool {
    lines.contains { all[$0].pieces.count > column && all[$0].pieces[column].separator.spacesAfter > 0 }
  }

  private static func isName(_ text: ByteSlice) -> Bool {
    guard text.count > 0 else { return false }
    for index in 0..<text.count {
      let byte = text[index]
      guard byte.isLetter || byte.isDigit || #"._$-/@()[]#:*\<>"#.utf8.contains(byte) else { return false }
    }
    return true
  }

  /// `app.pay.Cards`, not the end of a sentence.
  private static func isDotted(_ text: ByteSlice) -> Bool {
    guard isName(text), let dot = text.firstIndex(of: UInt8(ascii: "."), from: 1), dot + 1 < text.count else {
      return false
    }
    return text[0].isLetter && (text[dot + 1].isLetter || text[dot + 1] == UInt8(ascii: "_"))
  }

  /// `sshd[2915]`.
  private static func hasNumber(_ text: ByteSlice) -> Bool {
    guard text.count > 3, text[text.count - 1] == UInt8(ascii: "]"),
      let start = text.firstIndex(of: UInt8(ascii: "["), from: 1)
    else { return false }
    return text[(start + 1)..<(text.count - 1)].wholeNumber != nil
  }

  /// - Parameter written: the expression of the value, or nil for that of its kind.
  private mutating func append(
    _ column: Int, name: String, _ written: String?, _ kind: LinePiece.Kind = .word
  ) {
    names.insert(name)
    guard let piece = lines.first.map({ all[$0].pieces[column] }) else { return }
    let opening = kind == .word && written == nil ? nil : piece.opening
    let closing: [UInt8: String] = [0x5B: "]", 0x28: ")", 0x3C: ">", 0x7B: "}"]
    let close = opening.flatMap { closing[$0] }
    let mark = commonMark(column) ?? ""
    let value: String
    if let written {
      value = written
    } else if let close {
      value = "[^\(LineExpression.literal(close))]*"
    } else {
      switch kind {
      case .number: value = #"\d+"#
      case .time where mark != "|" && piece.time != nil:
        value = #"\S+(?: \S+)*?"#
      case .time, .bracketed, .level, .word:
        value =
          mark.count == 1 && "|\t;,".contains(mark) ? "[^\(LineExpression.literal(mark))]*" : #"\S+?"#
      }
    }
    if let opening, let close {
      expression +=
        LineExpression.literal(String(UnicodeScalar(opening))) + " *(?P<\(name)>\(value)) *"
        + LineExpression.literal(close)
    } else {
      expression += "(?P<\(name)>\(value))"
    }
    appendSeparator(column)
  }

  private mutating func appendSeparator(_ column: Int) {
    let mark = commonMark(column)
    let with = lines.filter { all[$0].pieces.count > column }
    if let mark { keep { $0.pieces.count > column && $0.pieces[column].separator.mark == mark } }
    let separators = with.map { all[$0].pieces[column].separator }.filter { $0.mark == mark }
    guard let mark else {
      expression += #"[ \t|:;,>-]+"#
      return
    }
    if mark.isEmpty {
      expression += separators.contains { $0.spacesAfter == 0 } ? " *" : " +"
      return
    }
    expression +=
      (separators.contains { $0.hasSpaceBefore } ? " *" : "") + LineExpression.literal(mark)
      + (separators.contains { $0.spacesAfter > 0 } ? " *" : "")
  }
}
