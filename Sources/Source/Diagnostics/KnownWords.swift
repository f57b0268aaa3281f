/// Words that people know from other systems, with what they are called here.
package enum KnownWords {
  /// What a word may mean, the likeliest first: the first of them that a place knows is meant.
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

  /// What a word surely means among `candidates`; nil for a word that nothing is known of.
  package static func meaning(of word: String, among candidates: some Sequence<String>) -> String? {
    guard let meanings = meanings[word.lowercased()] else { return nil }
    let known = Set(candidates)
    return meanings.first { known.contains($0) && $0 != word }
  }
}
