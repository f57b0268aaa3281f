print(OddRules.Category.allCases.map { "\($0)=\($0.rawValue)" }.joined(separator: "\n"))
