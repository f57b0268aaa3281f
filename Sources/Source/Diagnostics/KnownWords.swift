/// Words known from other systems, with their equivalents here.
package enum KnownWords {
  /// The equivalents of a word, the likeliest first. The first one known at a place applies.
  private static let meanings: [String: [String]] = [
    "and": ["all"],
    "or": ["any"],
    "none": ["not"],
    "if": ["when"],
    "match": ["when"],
    "on": ["when", "event"],
    "matcher": ["when"],
    "condition": ["when"],
    "action": ["do"],
    "actions": ["do"],
    "verdict": ["then"],
    "else": ["otherwise"],
    "finally": ["always"],
    "handlers": ["responders"],
    "inherits": ["extends"],
    "include": ["imports"],
    "includes": ["imports", "contains"],
    "attempts": ["maxAttempts"],
    "times": ["maxAttempts"],
    "tries": ["maxAttempts"],
    "maxretries": ["maxAttempts"],
    "interval": ["every"],
    "window": ["within"],
    "count": ["atLeast", "maxAttempts"],
    "threshold": ["atLeast"],
    "gte": ["atLeast"],
    "gt": ["greaterThan"],
    "lte": ["atMost"],
    "lt": ["lessThan"],
    "min": ["atLeast"],
    "max": ["atMost"],
    "regex": ["matches"],
    "startswith": ["hasPrefix"],
    "endswith": ["hasSuffix"],
    "eq": ["equals"],
    "has": ["contains"],
    "text": ["message"],
    "description": ["message"],
    "localizeddescription": ["message"],
    "label": ["title"],
    "errors": ["reports"],
    "into": ["type"],
    "to": ["type"],
    "alert": ["present"],
    "show": ["present"],
    "call": ["perform"],
    "run": ["perform"],
    "print": ["log"],
    "sleep": ["wait"],
    "stop": ["cancel"],
    "throw": ["escalate", "raise"],
    "rethrow": ["escalate"],
    "next": ["continue"],
    "ignore": ["proceed"],
  ]

  /// The equivalent of a word among `candidates`; nil for an unknown word.
  package static func meaning(of word: String, among candidates: some Sequence<String>) -> String? {
    guard let meanings = meanings[word.lowercased()] else { return nil }
    let known = Set(candidates)
    return meanings.first { known.contains($0) && $0 != word }
  }
}
