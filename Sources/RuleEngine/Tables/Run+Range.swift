internal import Bytes

/// From the first place up to the one after the last, unchecked; elsewhere `..<` is the standard library's alone.
@inline(__always)
func ..< (first: Int32, end: Int32) -> Run {
  Run(Range(uncheckedBounds: (first, end)))
}
