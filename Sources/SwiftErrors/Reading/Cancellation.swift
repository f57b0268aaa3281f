/// Whether an error says that work was cancelled, which is nobody's failure.
func isCancellation(_ error: any Error, domain: String, code: Int) -> Bool {
  switch (domain, code) {
  case ("NSURLErrorDomain", -999), ("NSCocoaErrorDomain", 3072): true
  default: error is CancellationError
  }
}
