#if hasFeature(Embedded)
  // Calls that the standard library makes by a dynamic cast, or has in a module of its own; Embedded Swift lacks both.

  extension Dictionary {
    package init<Pairs: Sequence>(
      _ pairs: __owned Pairs, uniquingKeysWith combine: (Value, Value) throws -> Value
    ) rethrows
    where Pairs.Element == (Key, Value) {
      self.init()
      try merge(pairs, uniquingKeysWith: combine)
    }

    package mutating func merge<Pairs: Sequence>(
      _ pairs: __owned Pairs, uniquingKeysWith combine: (Value, Value) throws -> Value
    ) rethrows where Pairs.Element == (Key, Value) {
      for (key, value) in pairs {
        if let known = self[key] {
          self[key] = try combine(known, value)
        } else {
          self[key] = value
        }
      }
    }

    package mutating func merge(
      _ other: __owned [Key: Value], uniquingKeysWith combine: (Value, Value) throws -> Value
    ) rethrows {
      try merge(other.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: combine)
    }
  }

  extension Collection where Element: Equatable {
    package func firstRange<Part: Collection>(of part: Part) -> Range<Index>? where Part.Element == Element {
      var start = startIndex
      while true {
        var (index, place) = (start, part.startIndex)
        while place != part.endIndex, index != endIndex, self[index] == part[place] {
          formIndex(after: &index)
          part.formIndex(after: &place)
        }
        if place == part.endIndex { return start..<index }
        if start == endIndex { return nil }
        formIndex(after: &start)
      }
    }
  }
#endif
