package import Bytes

extension Timestamp {
  /// The microseconds that a timestamp may have: the years 0 to 9999.
  package static let range = Int64(-62_167_219_200_000_000)..<253_402_300_800_000_000
}

extension ByteCoder {
  package mutating func code(time: inout Timestamp?) {
    var microseconds = time?.microseconds ?? .min
    code(moment: &microseconds, or: .min)
    time = microseconds > .min ? Timestamp(microseconds: microseconds) : nil
  }

  /// Microseconds, or a number that stands for none.
  package mutating func code(moment: inout Int64, or none: Int64? = nil) {
    code(&moment)
    if moment != none, !Timestamp.range.contains(moment) {
      fail()
      moment = none ?? 0
    }
  }
}
