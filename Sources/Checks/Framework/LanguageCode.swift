/// A code of what the reader and the compiler say; the sentence with its place stands where it is emitted.
struct LanguageCode {
  let code: String
  let level: Level
  let summary: String
  let advice: String

  /// The codes in alphabetical order.
  static let all: [LanguageCode] = [
    LanguageCode(
      code: "abstract-responder",
      level: .error,
      summary: "An abstract responder has what only a visited one has, or is visited.",
      advice: "Move the key to those that extend it, or name one of them."
    ),
    LanguageCode(
      code: "alert-cycle",
      level: .error,
      summary: "Alerts present one another for ever.",
      advice: "Take one of them out."
    ),
    LanguageCode(
      code: "alert-too-large",
      level: .error,
      summary: "Alerts behind one another's buttons are too many or too deep.",
      advice: "Take some of them out."
    ),
    LanguageCode(
      code: "alias-cycle",
      level: .error,
      summary: "A YAML alias stands inside the value it repeats.",
      advice: "Write the value out."
    ),
    LanguageCode(
      code: "binary-file",
      level: .error,
      summary: "The file has zero bytes, so it is no text.",
      advice: "Name a rule file in YAML or JSON."
    ),
    LanguageCode(
      code: "button-without-verdict",
      level: .error,
      summary: "One button of an alert decides and another does not.",
      advice: "Give each of its buttons a verdict, or none."
    ),
    LanguageCode(
      code: "deciding-alert",
      level: .error,
      summary: "An alert decides where nothing is left to decide.",
      advice: "Delete its buttons' verdicts."
    ),
    LanguageCode(
      code: "duplicate-button",
      level: .error,
      summary: "Two buttons of an alert have one title.",
      advice: "Give each a title of its own."
    ),
    LanguageCode(
      code: "duplicate-id",
      level: .error,
      summary: "Two responders, or two rules of one, have one id.",
      advice: "Give each an id of its own."
    ),
    LanguageCode(
      code: "duplicate-import",
      level: .error,
      summary: "A file is imported twice in one list.",
      advice: "Delete one of them."
    ),
    LanguageCode(
      code: "duplicate-key",
      level: .error,
      summary: "A key stands twice in one mapping.",
      advice: "Delete or rename one of them."
    ),
    LanguageCode(
      code: "duplicate-name",
      level: .error,
      summary: "A name is given twice in one namespace, imports included.",
      advice: "Give each a name of its own."
    ),
    LanguageCode(
      code: "duplicate-origin",
      level: .error,
      summary: "Two responders claim one origin.",
      advice: "Leave it to one of them."
    ),
    LanguageCode(
      code: "duplicate-replacement",
      level: .error,
      summary: "Two rules replace the same inherited one.",
      advice: "Let one of them stand in its place."
    ),
    LanguageCode(
      code: "empty-file",
      level: .error,
      summary: "Nothing stands in the file.",
      advice: "Begin with version: 1."
    ),
    LanguageCode(
      code: "empty-key",
      level: .error,
      summary: "A mapping has a key without a name.",
      advice: "Name it, or delete it."
    ),
    LanguageCode(
      code: "empty-transform",
      level: .error,
      summary: "A transform changes nothing.",
      advice: "Name what changes, or write then: continue."
    ),
    LanguageCode(
      code: "entry-only",
      level: .error,
      summary: "An imported file has what only an entry file has.",
      advice: "Move it to the entry file."
    ),
    LanguageCode(
      code: "escalation-conflict",
      level: .error,
      summary: "parent and escalation say different things.",
      advice: "Make them agree."
    ),
    LanguageCode(
      code: "escalation-cycle",
      level: .error,
      summary: "Responders escalate to one another for ever.",
      advice: "Make one of them a root."
    ),
    LanguageCode(
      code: "extends-cycle",
      level: .error,
      summary: "Responders extend one another for ever.",
      advice: "Let one of them stand on its own."
    ),
    LanguageCode(
      code: "import-cycle",
      level: .error,
      summary: "Files import one another for ever.",
      advice: "Take one of the imports out."
    ),
    LanguageCode(
      code: "import-leaves-folder",
      level: .error,
      summary: "An import lies outside the entry file's folder.",
      advice: "Move or copy it into that folder."
    ),
    LanguageCode(
      code: "imports-not-read",
      level: .error,
      summary: "A program that reads no files was given a file with imports.",
      advice: "Hand in an ImportReader, or write what they hold into the file."
    ),
    LanguageCode(
      code: "later-category",
      level: .error,
      summary: "A category asks for one that stands after it, or for itself.",
      advice: "Move the one it asks for up."
    ),
    LanguageCode(
      code: "limit-exceeded",
      level: .error,
      summary: "Something is larger than its limit lets it be.",
      advice: "Make it smaller, or change the limit that the message names."
    ),
    LanguageCode(
      code: "matcher-cycle",
      level: .error,
      summary: "A named matcher asks itself.",
      advice: "Take one of the names out."
    ),
    LanguageCode(
      code: "matcher-too-large",
      level: .error,
      summary: "Named matchers nest too deep or stand for too much.",
      advice: "Write some of them out, shorter."
    ),
    LanguageCode(
      code: "merge-key",
      level: .error,
      summary: "YAML's merge key << is no part of the language.",
      advice: "Write the keys out."
    ),
    LanguageCode(
      code: "misplaced-rate",
      level: .error,
      summary: "A rate stands elsewhere than at the top of a rule's when.",
      advice: "Move it there, or make two rules."
    ),
    LanguageCode(
      code: "missing-import",
      level: .error,
      summary: "An imported file is not there.",
      advice: "Correct the path; it is relative to the file that imports."
    ),
    LanguageCode(
      code: "missing-key",
      level: .error,
      summary: "A key that has to be there is missing.",
      advice: "Add it."
    ),
    LanguageCode(
      code: "missing-presenter",
      level: .error,
      summary: "In a running program: an alert, and no plugin that shows any.",
      advice: "Add a presenter to the chain's plugins, or leave the alert out."
    ),
    LanguageCode(
      code: "missing-space-after-colon",
      level: .error,
      summary: "YAML reads a key without a value, because no space follows the colon.",
      advice: "Put a space after the colon."
    ),
    LanguageCode(
      code: "missing-verdict",
      level: .error,
      summary: "Nothing says what follows from a rule.",
      advice: "Add then."
    ),
    LanguageCode(
      code: "missing-version",
      level: .error,
      summary: "The file does not say which version of the language it speaks.",
      advice: "Add version: 1."
    ),
    LanguageCode(
      code: "non-scalar-key",
      level: .error,
      summary: "A key is a list or a mapping.",
      advice: "Write a text as the key."
    ),
    LanguageCode(
      code: "not-utf8",
      level: .error,
      summary: "The file is no UTF-8.",
      advice: "Save it as UTF-8."
    ),
    LanguageCode(
      code: "null-value",
      level: .error,
      summary: "Nothing (null) stands where the language has no null.",
      advice: "Write a value, or leave the key out."
    ),
    LanguageCode(
      code: "number-not-finite",
      level: .error,
      summary: "Infinity or NaN is no number that rules compare.",
      advice: "Write a finite number, or quote it where it is text."
    ),
    LanguageCode(
      code: "recovery-beside-buttons",
      level: .error,
      summary: "An alert has both recovery and buttons.",
      advice: "Delete one of them."
    ),
    LanguageCode(
      code: "replaces-without-extends",
      level: .error,
      summary: "A rule replaces another where nothing is inherited.",
      advice: "Add extends, or leave replaces out."
    ),
    LanguageCode(
      code: "several-actions",
      level: .error,
      summary: "One element of do has two actions.",
      advice: "Write each as an element of its own."
    ),
    LanguageCode(
      code: "several-documents",
      level: .error,
      summary: "A file has more than one YAML document.",
      advice: "Put each into a file of its own."
    ),
    LanguageCode(
      code: "several-roots",
      level: .error,
      summary: "Several responders have no parent, and nothing says where unknown origins start.",
      advice: "Add defaults: { responder: … }, or none."
    ),
    LanguageCode(
      code: "several-verdicts",
      level: .error,
      summary: "A rule has more than one verdict.",
      advice: "Delete all but one."
    ),
    LanguageCode(
      code: "syntax-error",
      level: .error,
      summary: "The text is no YAML or JSON.",
      advice: "Correct it where the caret stands."
    ),
    LanguageCode(
      code: "tag-not-allowed",
      level: .error,
      summary: "YAML's tags are no part of the language.",
      advice: "Delete the tag, and quote the value where it is text."
    ),
    LanguageCode(
      code: "too-many-findings",
      level: .error,
      summary: "A file has more findings than anyone reads.",
      advice: "Put the first ones right."
    ),
    LanguageCode(
      code: "type-cycle",
      level: .error,
      summary: "Types are said to be one another.",
      advice: "Take one of them out."
    ),
    LanguageCode(
      code: "undefined-alias",
      level: .error,
      summary: "A YAML alias has no anchor before it.",
      advice: "Define it, or quote the value where it is text."
    ),
    LanguageCode(
      code: "unknown-action",
      level: .error,
      summary: "An action that no plugin has.",
      advice: "Correct its name, or add the plugin."
    ),
    LanguageCode(
      code: "unknown-alert",
      level: .error,
      summary: "An alert's name that alerts does not have.",
      advice: "Correct the name, or define the alert."
    ),
    LanguageCode(
      code: "unknown-case",
      level: .error,
      summary:
        "A case that its type, as declared, does not have (a warning where another type may be meant).",
      advice: "Correct the case, or the declaration."
    ),
    LanguageCode(
      code: "unknown-category",
      level: .error,
      summary: "A category that categories does not have (a warning in a transform).",
      advice: "Correct the name, or add the category."
    ),
    LanguageCode(
      code: "unknown-code",
      level: .error,
      summary: "A symbol that its domain's table does not have.",
      advice: "Correct it, write the number, or add it under codes."
    ),
    LanguageCode(
      code: "unknown-custom",
      level: .note,
      summary: "A question by name that no plugin answers (an error with --require-plugins).",
      advice: "Run it with the plugin, or say its answer with --stub."
    ),
    LanguageCode(
      code: "unknown-field",
      level: .error,
      summary: "A field that no error has.",
      advice: "Correct the name, or write attributes.NAME."
    ),
    LanguageCode(
      code: "unknown-file-kind",
      level: .error,
      summary: "The name does not say what the file is.",
      advice: "Name a file that ends in .yaml, .yml or .json."
    ),
    LanguageCode(
      code: "unknown-key",
      level: .error,
      summary: "A key that does not belong where it stands.",
      advice: "Correct it, or move it to where the message says."
    ),
    LanguageCode(
      code: "unknown-list",
      level: .error,
      summary: "A list's name that lists does not have.",
      advice: "Correct the name, or define the list."
    ),
    LanguageCode(
      code: "unknown-matcher",
      level: .error,
      summary: "A matcher's name that matchers does not have.",
      advice: "Correct the name, or define the matcher."
    ),
    LanguageCode(
      code: "unknown-operator",
      level: .error,
      summary: "An operator that is none, or does not fit the value.",
      advice: "Write one of those the message names."
    ),
    LanguageCode(
      code: "unknown-responder",
      level: .error,
      summary: "An id that no responder has.",
      advice: "Correct the id, or add the responder."
    ),
    LanguageCode(
      code: "unknown-rule",
      level: .error,
      summary: "A rule to replace that is not inherited.",
      advice: "Name an inherited rule."
    ),
    LanguageCode(
      code: "unknown-verdict",
      level: .error,
      summary: "A verdict that is none.",
      advice: "Write one of those the message names."
    ),
    LanguageCode(
      code: "unknown-version",
      level: .error,
      summary: "A version of the language that this errctl does not speak.",
      advice: "Write version: 1, or take a newer errctl."
    ),
    LanguageCode(
      code: "unreadable-import",
      level: .error,
      summary: "An imported file can't be read.",
      advice: "Import a readable file."
    ),
    LanguageCode(
      code: "unversioned-file",
      level: .warning,
      summary: "A file of a folder looks like a rule file and has no version, so it is passed over.",
      advice: "Add version: 1, or exclude it in .errctl.yaml."
    ),
    LanguageCode(
      code: "verdict-under-match-all",
      level: .error,
      summary: "A verdict that has no place where all rules run.",
      advice: "Write an evaluation, or leave then out."
    ),
    LanguageCode(
      code: "wrong-import",
      level: .error,
      summary: "What stands under imports is no path of a rule file.",
      advice: "Write a relative path that ends in .yaml, .yml or .json."
    ),
    LanguageCode(
      code: "wrong-member",
      level: .warning,
      summary: "A member of a written error looks like a field, and is an attribute.",
      advice: "Correct it; below attributes it may be called anything."
    ),
    LanguageCode(
      code: "wrong-pattern",
      level: .error,
      summary: "A pattern is no RE2 syntax.",
      advice: "Correct it where the caret stands."
    ),
    LanguageCode(
      code: "wrong-place",
      level: .error,
      summary: "A matcher stands where it can't be asked.",
      advice: "Take it out, or move the rule."
    ),
    LanguageCode(
      code: "wrong-template",
      level: .error,
      summary: "A template names nothing, or stands where nothing is filled in.",
      advice: "Correct the path, or write {{ for a brace."
    ),
    LanguageCode(
      code: "wrong-type",
      level: .error,
      summary: "A value of another type than expected.",
      advice: "Write a value of the type that the message names."
    ),
    LanguageCode(
      code: "wrong-value",
      level: .error,
      summary: "A value that means nothing where it stands.",
      advice: "Write what the message proposes."
    ),
    LanguageCode(
      code: "yaml-not-supported",
      level: .error,
      summary: "This program was built without YAML.",
      advice: "Use JSON, or build with the trait YAML."
    ),
    LanguageCode(
      code: "yaml-version",
      level: .error,
      summary: "The file says that it is of another YAML than 1.2.",
      advice: "Delete the directive."
    ),
  ]
}
