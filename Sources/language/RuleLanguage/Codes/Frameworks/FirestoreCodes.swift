extension FrameworkCodes {
  /// The codes of Firestore: gRPC's, by names of its own.
  /// Source: `FirestoreErrorCode` of the Firebase SDK for Apple platforms, 11.
  static let firestore = FrameworkCodes(
    "FIRFirestoreErrorDomain", type: "FirestoreErrorCode", module: "FirebaseFirestore",
    prefix: "FIRFirestoreErrorCode",
    """
    OK 0  Cancelled 1  Unknown 2  InvalidArgument 3  DeadlineExceeded 4  NotFound 5  AlreadyExists 6
    PermissionDenied 7  ResourceExhausted 8  FailedPrecondition 9  Aborted 10  OutOfRange 11
    Unimplemented 12  Internal 13  Unavailable 14  DataLoss 15  Unauthenticated 16
    """)
}
