internal import Bytes

/// RFC 4180: a quoted column may contain separators, line breaks and doubled quotes.
struct TableRows: Sendable {
  let separator: UInt8

  enum End: Equatable {
    /// The row's line feed, or the text's end.
    case at(Int)
    case open
    /// A quote is not closed within the limit.
    case broken
  }

  /// - Parameter limit: the longest row.
  func end(of text: ByteSlice, from start: Int, limit: Int) -> End {
    let most = start + limit
    var index = start
    while true {
      if index < text.count, text[index] == Self.quote {
        index += 1
        while true {
          guard let close = text.firstIndex(of: Self.quote, from: index) else {
            return text.count > most ? .broken : .open
          }
          if close > most { return .broken }
          index = close + 1
          guard index < text.count, text[index] == Self.quote else { break }
          index += 1
        }
      }
      // The column continues to the next separator.
      while index < text.count, text[index] != separator, text[index] != UInt8(ascii: "\n") { index += 1 }
      guard index < text.count, text[index] == separator else { return .at(index) }
      index += 1
    }
  }

  /// False if `body` returns false, or if text follows a closing quote.
  func forEachColumn(of row: ByteSlice, _ body: (ByteSlice) -> Bool) -> Bool {
    var row = row
    if !row.isEmpty, row[row.count - 1] == UInt8(ascii: "\r") { row = row[0..<(row.count - 1)] }
    var unquoted = Buffer<UInt8>(capacity: 64)
    var index = 0
    while true {
      let column: ByteSlice
      if index < row.count, row[index] == Self.quote {
        index += 1
        let first = index
        unquoted.removeAll()
        var run = first
        var isDoubled = false
        while true {
          guard let close = row.firstIndex(of: Self.quote, from: index) else { return false }
          index = close + 1
          guard index < row.count, row[index] == Self.quote else { break }
          unquoted.append(row[run...close])
          index += 1
          run = index
          isDoubled = true
        }
        if isDoubled {
          unquoted.append(row[run..<(index - 1)])
          column = unquoted.slice
        } else {
          column = row[first..<(index - 1)]
        }
        guard index == row.count || row[index] == separator else { return false }
      } else {
        let first = index
        while index < row.count, row[index] != separator { index += 1 }
        column = row[first..<index]
      }
      guard body(column) else { return false }
      if index == row.count { return true }
      index += 1
    }
  }

  private static let quote = UInt8(ascii: "\"")
}

extension ByteSlice {
  subscript(range: ClosedRange<Int>) -> ByteSlice { self[range.lowerBound..<(range.upperBound + 1)] }
}
