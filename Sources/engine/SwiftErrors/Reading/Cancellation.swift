func isCancellation(_ error: any Error, domain: String, code: Int) -> Bool {
  switch (domain, code) {
  case ("NSURLErrorDomain", -999), ("NSCocoaErrorDomain", 3072): true
  default: error is CancellationError
  }
}
