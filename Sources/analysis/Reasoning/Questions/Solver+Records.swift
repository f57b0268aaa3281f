internal import Records

extension Solver {
  func record(of model: Search.Model) -> WitnessRecord {
    WitnessRecord(dimensions: errorSpace.dimensions, errorNodes: errorSpace.errorNodes, model: filled(model))
  }

  /// Results of templates are written back to the fields they are filled from, as far as possible.
  private func filled(_ model: Search.Model) -> Search.Model {
    var filled = model
    for number in model.values.keys.sorted() {
      guard case .filled(let name) = errorSpace.dimensions[number].dimension,
        case .text(let wanted) = model.values[number],
        let (errorNode, field, text) = filling(name)?.source(of: wanted)
      else { continue }
      let source = errorSpace.dimensions.number(of: .member(errorNode: errorNode, field))
      let known = model.known[source] ?? KnownValue(errorSpace.dimensions[source])
      if known.single.texts.contains(text) { filled.values[source] = .text(text) }
    }
    return filled
  }

  private func filling(_ name: String) -> ErrorForm.Filling? {
    for walker in walkers { if let filling = walker.translator.forms.fillings[name] { return filling } }
    return nil
  }

  /// The actions that fail.
  func failures(_ model: Search.Model) -> Set<WitnessRunner.Performed> {
    var failures: Set<WitnessRunner.Performed> = []
    for (number, value) in model.values {
      guard case .result(let clause, let place, _) = errorSpace.dimensions[number].dimension,
        case .number(.integer(1)) = value
      else { continue }
      failures.insert(WitnessRunner.Performed(clause: clause, place: place))
    }
    return failures
  }

  func choices(_ model: Search.Model) -> [Int: Int] {
    var choices: [Int: Int] = [:]
    for (number, value) in model.values {
      guard case .choice(let clause, _) = errorSpace.dimensions[number].dimension,
        case .number(.integer(let button)) = value
      else { continue }
      choices[clause] = Int(button)
    }
    return choices
  }
}
