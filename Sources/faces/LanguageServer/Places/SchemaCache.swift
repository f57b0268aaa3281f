internal import Bytes

/// The schemas, made when they are first needed.
final class SchemaCache: Sendable {
  private let checker: Checker
  private let made = Lock<SchemaPlaces?>(nil)

  init(_ checker: Checker) { self.checker = checker }

  var places: SchemaPlaces {
    if let places = made.withLock({ $0 }) { return places }
    let places = SchemaPlaces(checker.registry, checker.codes)
    made.withLock { $0 = places }
    return places
  }
}
