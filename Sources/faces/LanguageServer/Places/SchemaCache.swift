internal import Bytes
internal import RuleLanguage

/// The schemas, made when they are first needed.
final class SchemaCache: Sendable {
  private let registry: Registry
  private let made = Lock<SchemaPlaces?>(nil)

  init(_ registry: Registry) { self.registry = registry }

  var places: SchemaPlaces {
    if let places = made.withLock({ $0 }) { return places }
    let places = SchemaPlaces(registry)
    made.withLock { $0 = places }
    return places
  }
}
