import RuleEngine

extension Solver {
  /// Values that were found, as a recorded error.
  func record(of model: Search.Model) -> WitnessRecord {
    WitnessRecord(dimensions: world.dimensions, frames: world.frames, model: filled(model))
  }

  /// The model with what templates insert put where they take it from, as far as it fits there.
  private func filled(_ model: Search.Model) -> Search.Model {
    var filled = model
    for number in model.values.keys.sorted() {
      guard case .filled(let name) = world.dimensions[number].dimension,
        case .text(let wanted) = model.values[number],
        let (frame, field, text) = filling(name)?.source(of: wanted)
      else { continue }
      let source = world.dimensions.number(of: .member(frame: frame, field))
      let known = model.known[source] ?? Known(world.dimensions[source])
      if known.single.texts.contains(text) { filled.values[source] = .text(text) }
    }
    return filled
  }

  /// What a model overlooks: what a template makes of a value that was found is not the text that was found for it. Each
  /// formula holds for every error, and not for this one; none where the model overlooks nothing of that kind.
  func overlooked(by model: Search.Model) -> [Formula] {
    let filled = filled(model)
    var overlooked: [Formula] = []
    for number in model.values.keys.sorted() {
      guard case .filled(let name) = world.dimensions[number].dimension,
        case .text(let made) = model.values[number], let filling = filling(name),
        let (frame, field) = filling.place
      else { continue }
      let isMade = Literal(number, .whole, ValueSet(texts: TextSet([made])))
      guard let inner = filling.source(of: made)?.text else {
        overlooked.append(.literal(isMade.negation))
        continue
      }
      let source = world.dimensions.number(of: .member(frame: frame, field))
      func isInside(_ text: String) -> Formula {
        .literal(
          Literal(source, .whole, ValueSet(kinds: text.isEmpty ? .missing : [], texts: TextSet([text])))
        )
      }
      let inside: String
      switch filled.values[source] ?? .missing {
      case .missing: inside = ""
      case .text(let text): inside = text
      case .null, .bool, .number, .array, .object: continue
      }
      guard ExactText(inside) != ExactText(inner), let makes = filling.text(around: inside) else { continue }
      overlooked.append(.disjunction([.literal(isMade.negation), isInside(inner)]))
      let isOther = Formula.literal(Literal(number, .whole, ValueSet(texts: TextSet([makes]))))
      overlooked.append(.disjunction([isInside(inside).negation, isOther]))
    }
    return overlooked
  }

  private func filling(_ name: String) -> ErrorForm.Filling? {
    for walker in walkers { if let filling = walker.translator.forms.fillings[name] { return filling } }
    return nil
  }

  /// The buttons that were chosen, by station.
  func choices(_ model: Search.Model) -> [Int: Int] {
    var choices: [Int: Int] = [:]
    for (number, value) in model.values {
      guard case .choice(let station, _) = world.dimensions[number].dimension,
        case .number(.integer(let button)) = value
      else { continue }
      choices[station] = Int(button)
    }
    return choices
  }
}
