internal import Bytes

/// A draw from 0 up to but not including 1 that depends on these numbers alone: as ``RandomDraw`` has it.
package enum SuccessDraw {
  package static func unit(seed: UInt64, ordinal: UInt64, attempt: Int32) -> Double {
    var name = Buffer<UInt8>(capacity: 16)
    name.append("success/")
    JSONText.append(integer: Int64(attempt), to: &name)
    return RandomDraw.unit(seed: seed, ordinal: ordinal, station: name.slice)
  }
}
