struct ErrorClass: BitwiseCopyable {
  var epoch: UInt32 = 0
  var valueClass: Int32 = 0
}
