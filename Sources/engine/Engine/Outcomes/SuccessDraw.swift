internal import Bytes

/// Draws in [0, 1) that depend on these values alone, as in ``RandomDraw``.
package enum SuccessDraw {
  package static func unit(_ identity: DrawIdentity, seed: UInt64, attempt: Int32) -> Double {
    var name = Buffer<UInt8>(capacity: 16)
    name.append("success/")
    JSONText.append(integer: Int64(attempt), to: &name)
    return RandomDraw.unit(identity, seed: seed, clause: name.slice)
  }
}
