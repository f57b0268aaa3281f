package import Source

/// A report as a value, which writers of text, Markdown and HTML read: a new figure is one place.
package struct Report {
  /// The formats of a report, and of a part that not all have.
  package struct Formats: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let text = Formats(rawValue: 1)
    package static let markdown = Formats(rawValue: 2)
    package static let page = Formats(rawValue: 4)
    package static let written: Formats = [.text, .markdown]
    package static let marked: Formats = [.markdown, .page]
    package static let all: Formats = [.text, .markdown, .page]
  }

  package enum Tone: Sendable {
    case plain, strong, aside, warning, good, bad
    /// A line that is not a sentence and gets no full stop.
    case label
    /// A line with figures that have no place in JSON.
    case loose
  }

  package struct Part {
    enum Content {
      case line(Words, Tone)
      /// Bullets, in text a line each.
      case list([Words])
      case table(Table)
      /// A command to copy, and what it is for.
      case command(String, String)
      /// Parts that are closed until somebody opens them. In text the parts alone.
      case details(Words, [Part], isOpen: Bool)
      /// Disclosures that a field filters on a page: its label, and the list's id.
      case filtered(String, id: String, [Part])
      /// Lines that are expected and missing (`-`), found instead (`+`), and equal.
      case difference([String])
      case listing(() -> Listing)
      /// Lines of code, in a language that Markdown names.
      case block([String], language: String)
      /// Lines in the styles and the width of a terminal.
      case terminal((TerminalStyle) -> [String])
      case drawing((inout Markup) -> Void)
    }

    let content: Content
    let formats: Formats

    package static func line(_ words: Words, _ tone: Tone = .plain, in formats: Formats = .all) -> Part {
      Part(content: .line(words, tone), formats: formats)
    }

    package static func list(_ items: [Words], in formats: Formats = .all) -> Part {
      Part(content: .list(items), formats: items.isEmpty ? [] : formats)
    }

    package static func table(_ table: Table, in formats: Formats = .all) -> Part {
      Part(content: .table(table), formats: table.rows.isEmpty ? [] : formats)
    }

    package static func command(_ command: String, _ purpose: String, in formats: Formats = .all) -> Part {
      Part(content: .command(command, purpose), formats: formats)
    }

    package static func details(
      _ title: Words, _ parts: [Part], isOpen: Bool = false, in formats: Formats = .all
    ) -> Part {
      Part(content: .details(title, parts, isOpen: isOpen), formats: parts.isEmpty ? [] : formats)
    }

    package static func filtered(_ label: String, id: String, _ parts: [Part], in formats: Formats) -> Part {
      Part(content: .filtered(label, id: id, parts), formats: parts.isEmpty ? [] : formats)
    }

    package static func difference(_ lines: [String], in formats: Formats = .all) -> Part {
      Part(content: .difference(lines), formats: lines.isEmpty ? [] : formats)
    }

    package static func listing(in formats: Formats = .all, _ listing: @escaping () -> Listing) -> Part {
      Part(content: .listing(listing), formats: formats)
    }

    package static func block(_ lines: [String], language: String = "sh", in formats: Formats = .all) -> Part
    {
      Part(content: .block(lines, language: language), formats: lines.isEmpty ? [] : formats)
    }

    /// The part in some formats alone.
    package func only(in formats: Formats) -> Part {
      Part(content: content, formats: self.formats.intersection(formats))
    }

    /// Lines that only text has.
    package static func terminal(_ lines: @escaping (TerminalStyle) -> [String]) -> Part {
      Part(content: .terminal(lines), formats: .text)
    }

    /// A drawing, which only a page has.
    package static func drawing(_ write: @escaping (inout Markup) -> Void) -> Part {
      Part(content: .drawing(write), formats: .page)
    }
  }

  package struct Section {
    /// The frame in Markdown, where a reader of a comment sees the most important parts only.
    package enum Frame: Sendable {
      case open, bare, closed
    }

    package let title: String
    /// The title on a page; nil for the same title.
    let pageTitle: String?
    /// The anchor on a page.
    package let id: String
    let frame: Frame
    /// The words behind the title, in text.
    let aside: String
    package let parts: [Part]

    package init(
      _ title: String, _ parts: [Part], id: String = "", page pageTitle: String? = nil,
      _ frame: Frame = .closed, aside: String = ""
    ) {
      (self.title, self.pageTitle, self.id) = (title, pageTitle, id)
      (self.frame, self.parts, self.aside) = (frame, parts, aside)
    }

    func parts(in format: Formats) -> [Part] { parts.filter { $0.formats.contains(format) } }
  }

  /// The reason why the results mean less than they seem to.
  package var notice: String?
  package var title: Words
  /// The title in Markdown, or nothing.
  package var markdownTitle: Words
  package var lead: [Part]
  package var sections: [Section]
  /// The gates, which text has at its end, and the other formats below the lead.
  package var gates: [Part]

  package init(
    notice: String? = nil, title: Words, markdownTitle: Words, lead: [Part], sections: [Section],
    gates: [Part] = []
  ) {
    (self.notice, self.title, self.markdownTitle) = (notice, title, markdownTitle)
    (self.lead, self.sections, self.gates) = (lead, sections, gates)
  }

  /// The sections that have something to say in a format.
  func sections(in format: Formats) -> [Section] {
    sections.filter { !$0.parts(in: format).isEmpty }
  }
}
