/// The class of a value of the error that is being answered.
struct ErrorClass: BitwiseCopyable {
  var epoch: UInt32 = 0
  var valueClass: Int32 = 0
}
