#if canImport(CYAML)
  import CYAML

  /// libyaml's events of a text. This is the one file that uses libyaml.
  ///
  /// Memory safety: not copyable; owns the parser and a copy of the text at fixed addresses until it ends;
  /// every event is copied and deleted before the next one.
  package struct YAMLEvents: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeMutableBufferPointer<UInt8>
    private var marks: YAMLMarks
    private let isReady: Bool

    package static var isSupported: Bool { true }

    package init(_ bytes: some Collection<UInt8>) {
      text = .allocate(capacity: max(bytes.count, 1))
      _ = text.initialize(from: bytes)
      // libyaml skips a byte order mark without counting it; removing it here keeps the marks correct.
      let base = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      marks = YAMLMarks(UnsafeBufferPointer(rebasing: text[base..<bytes.count]), base: base)
      parser = .allocate(capacity: 1)
      isReady = yaml_parser_initialize(parser) == 1
      if isReady {
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, text.baseAddress.map { $0 + base }, bytes.count - base)
      }
    }

    deinit {
      if isReady { yaml_parser_delete(parser) }
      parser.deallocate()
      text.deallocate()
    }

    /// The next event; must not be called after the end of the stream or a fault.
    package mutating func next() throws(YAMLFault) -> YAMLEvent {
      guard isReady else {
        throw YAMLFault(problem: "out of memory", context: "", offset: 0, contextOffset: nil)
      }
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { throw fault() }
      defer { yaml_event_delete(&event) }
      return copy(of: event)
    }

    private mutating func copy(of event: yaml_event_t) -> YAMLEvent {
      let range = marks.offset(of: event.start_mark.index)..<marks.offset(of: event.end_mark.index)
      switch event.type {
      case YAML_STREAM_START_EVENT: return YAMLEvent(kind: .streamStart, range: range)
      case YAML_DOCUMENT_START_EVENT:
        let start = event.data.document_start
        let version = start.version_directive.map { Int($0.pointee.minor) }
        let kind = YAMLEvent.Kind.documentStart(isExplicit: start.implicit == 0, version: version)
        return YAMLEvent(kind: kind, range: range)
      case YAML_DOCUMENT_END_EVENT:
        return YAMLEvent(kind: .documentEnd(isExplicit: event.data.document_end.implicit == 0), range: range)
      case YAML_ALIAS_EVENT:
        return YAMLEvent(kind: .alias, anchor: string(event.data.alias.anchor), range: range)
      case YAML_SCALAR_EVENT:
        let scalar = event.data.scalar
        let value = String(
          decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        return YAMLEvent(
          kind: .scalar(style(scalar.style)), anchor: string(scalar.anchor), tag: string(scalar.tag),
          value: value, range: range)
      case YAML_SEQUENCE_START_EVENT:
        let start = event.data.sequence_start
        return YAMLEvent(
          kind: .sequenceStart(isFlow: start.style == YAML_FLOW_SEQUENCE_STYLE), anchor: string(start.anchor),
          tag: string(start.tag), range: range)
      case YAML_SEQUENCE_END_EVENT: return YAMLEvent(kind: .sequenceEnd, range: range)
      case YAML_MAPPING_START_EVENT:
        let start = event.data.mapping_start
        return YAMLEvent(
          kind: .mappingStart(isFlow: start.style == YAML_FLOW_MAPPING_STYLE), anchor: string(start.anchor),
          tag: string(start.tag), range: range)
      case YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .mappingEnd, range: range)
      default: return YAMLEvent(kind: .streamEnd, range: range)
      }
    }

    private func style(_ style: yaml_scalar_style_t) -> Node.Style {
      switch style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      default: .plain
      }
    }

    private func string(_ text: UnsafeMutablePointer<UInt8>?) -> String? {
      text.map { String(cString: $0) }
    }

    /// libyaml counts bytes in errors of its reader, and characters everywhere else.
    private mutating func fault() -> YAMLFault {
      let state = parser.pointee
      let problem = state.problem.map { String(cString: $0) } ?? "out of memory"
      let context = state.context.map { String(cString: $0) }
      let offset =
        state.error == YAML_READER_ERROR
        ? marks.base + state.problem_offset : marks.offset(of: state.problem_mark.index)
      return YAMLFault(
        problem: problem, context: context ?? "", offset: offset,
        contextOffset: context.map { _ in marks.offset(of: state.context_mark.index) })
    }
  }
#else
  /// A replacement without libyaml, which has no events.
  package struct YAMLEvents: ~Copyable {
    package static var isSupported: Bool { false }

    package init(_ bytes: some Collection<UInt8>) {}

    package mutating func next() throws(YAMLFault) -> YAMLEvent {
      throw YAMLFault(problem: "YAML is not built in", context: "", offset: 0, contextOffset: nil)
    }
  }
#endif
