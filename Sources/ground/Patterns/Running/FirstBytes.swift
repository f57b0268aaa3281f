/// The bytes with which a match can start, so that a simulation skips others.
struct FirstBytes: ~Copyable {
  /// One entry for every byte; empty if a match may be empty, so that every place must be tried.
  private var isFirst = Table<Bool>()

  init() {}

  /// Follows all paths from the start of `code`, assuming that every condition holds.
  init(_ code: borrowing Code) {
    isFirst.append(repeating: false, count: 256)
    var seen = SparseSet(limit: code.count)
    var open = Table<UInt32>()
    open.append(code.start)
    while let place = open.popLast() {
      guard seen.insert(place) else { continue }
      let instruction = code[place]
      switch instruction.kind {
      case .fail: break
      case .byte: for byte in instruction.first...instruction.last { isFirst[Int(byte)] = true }
      case .edges:
        for byte in UInt8.min...UInt8.max where code.target(of: instruction, on: byte) != nil {
          isFirst[Int(byte)] = true
        }
      case .split:
        open.append(instruction.next)
        open.append(instruction.other)
      case .look, .slot: open.append(instruction.next)
      case .match:
        isFirst.removeAll()
        return
      }
    }
  }

  func mayStart(with byte: UInt8) -> Bool { isFirst.isEmpty || isFirst[Int(byte)] }

  @inline(__always)
  func mayStart(in text: ByteText, at position: Int) -> Bool {
    isFirst.isEmpty || position < text.count && isFirst[Int(text[position])]
  }
}
