/// A code of the reader or the compiler. The message is in the file that emits it.
struct LanguageCode {
  let code: String
  let level: Level
  let summary: String
  let advice: String

  static let all: [LanguageCode] = [
    LanguageCode(
      code: "abstract-responder", level: .error,
      summary: "An abstract responder is used as a concrete one, or has keys of one.",
      advice: "Move the key to the responders that extend it, or name one of them."),
    LanguageCode(
      code: "alert-cycle", level: .error, summary: "Alerts present one another in a cycle.",
      advice: "Remove one of the alerts from the cycle."),
    LanguageCode(
      code: "alert-too-large", level: .error,
      summary: "Alerts behind buttons are too many, or nested too deeply.", advice: "Remove some of them."),
    LanguageCode(
      code: "alias-cycle", level: .error, summary: "A YAML alias is inside the value that it repeats.",
      advice: "Write the value out."),
    LanguageCode(
      code: "binary-file", level: .error, summary: "The file contains NUL bytes, so it is not a text file.",
      advice: "Name a rule file in YAML or JSON."),
    LanguageCode(
      code: "button-without-verdict", level: .error,
      summary: "Some buttons of an alert have a verdict and others do not.",
      advice: "Give all buttons a verdict, or none."),
    LanguageCode(
      code: "deciding-action", level: .error,
      summary: "An action has “failed” in a place where no verdict is possible.", advice: "Delete its failed."
    ),
    LanguageCode(
      code: "deciding-alert", level: .error,
      summary: "An alert's buttons have verdicts in a place where no verdict is possible.",
      advice: "Delete the verdicts of its buttons."),
    LanguageCode(
      code: "duplicate-button", level: .error, summary: "Two buttons of an alert have the same title.",
      advice: "Give each button its own title."),
    LanguageCode(
      code: "duplicate-id", level: .error,
      summary: "Two responders, or two rules of a responder, have the same id.",
      advice: "Give each its own id."),
    LanguageCode(
      code: "duplicate-import", level: .error, summary: "A file is imported twice in one list.",
      advice: "Delete one of them."),
    LanguageCode(
      code: "duplicate-key", level: .error, summary: "A mapping has the same key twice.",
      advice: "Delete or rename one of them."),
    LanguageCode(
      code: "duplicate-name", level: .error,
      summary: "A namespace, including imports, has the same name twice.", advice: "Give each its own name."),
    LanguageCode(
      code: "duplicate-origin", level: .error, summary: "Two responders claim the same origin.",
      advice: "Delete it from one of them."),
    LanguageCode(
      code: "duplicate-replacement", level: .error, summary: "Two rules replace the same inherited rule.",
      advice: "Keep one of them."),
    LanguageCode(
      code: "empty-file", level: .error, summary: "The file is empty.", advice: "Begin with version: 1."),
    LanguageCode(
      code: "empty-key", level: .error, summary: "A mapping has an empty key.",
      advice: "Name it, or delete it."),
    LanguageCode(
      code: "empty-transform", level: .error, summary: "A transform changes nothing.",
      advice: "Name what changes, or write then: continue."),
    LanguageCode(
      code: "entry-only", level: .error,
      summary: "An imported file has a key that only an entry file may have.",
      advice: "Move it to the entry file."),
    LanguageCode(
      code: "escalation-conflict", level: .error, summary: "parent and escalation contradict each other.",
      advice: "Make them agree."),
    LanguageCode(
      code: "escalation-cycle", level: .error, summary: "Responders escalate to one another in a cycle.",
      advice: "Make one of them a root."),
    LanguageCode(
      code: "extends-cycle", level: .error, summary: "Responders extend one another in a cycle.",
      advice: "Remove extends from one of them."),
    LanguageCode(
      code: "faulty-policy", level: .error, summary: "The system of a policy would reject it.",
      advice: "Correct the policy: the message says what its format demands."),
    LanguageCode(
      code: "import-cycle", level: .error, summary: "Files import one another in a cycle.",
      advice: "Remove one of the imports."),
    LanguageCode(
      code: "import-leaves-folder", level: .error, summary: "An import is outside the entry file's folder.",
      advice: "Move or copy the file into that folder."),
    LanguageCode(
      code: "imports-not-read", level: .error,
      summary: "A program that can't read imports was given a file with imports.",
      advice: "Pass an ImportReader, or copy the imported declarations into the file."),
    LanguageCode(
      code: "later-category", level: .error, summary: "A category refers to a later category, or to itself.",
      advice: "Move the other category up."),
    LanguageCode(
      code: "limit-exceeded", level: .error, summary: "A limit is exceeded.",
      advice: "Make the input smaller, or raise the limit that the message names."),
    LanguageCode(
      code: "lost-in-export", level: .note,
      summary:
        "Another system's policy cannot express this part of a rule file, or expresses it differently.",
      advice: "Nothing, if you can do without it; errctl export --strict ends with status 1."),
    LanguageCode(
      code: "lost-in-import", level: .note,
      summary:
        "A rule file cannot express this part of another system's policy, or expresses it differently.",
      advice: "Nothing, if you can do without it; errctl import --strict ends with status 1."),
    LanguageCode(
      code: "matcher-cycle", level: .error, summary: "A named matcher refers to itself.",
      advice: "Remove one of the references."),
    LanguageCode(
      code: "matcher-too-large", level: .error,
      summary: "Named matchers are nested too deeply, or expand to too much.",
      advice: "Simplify them, or write some of them out."),
    LanguageCode(
      code: "merge-key", level: .error, summary: "The YAML merge key << is not supported.",
      advice: "Write the keys out."),
    LanguageCode(
      code: "misplaced-rate", level: .error, summary: "A rate is not at the top level of a rule's when.",
      advice: "Move it there, or write two rules."),
    LanguageCode(
      code: "missing-import", level: .error, summary: "An imported file does not exist.",
      advice: "Correct the path, which is relative to the importing file."),
    LanguageCode(
      code: "missing-indentation", level: .error,
      summary:
        "The keys below a key are not indented, so it has no value, and they belong to the mapping around it.",
      advice: "Indent them deeper than the key."),
    LanguageCode(
      code: "missing-key", level: .error, summary: "A required key is missing.", advice: "Add it."),
    LanguageCode(
      code: "missing-presenter", level: .error,
      summary: "In a running program, an alert has no plugin to show it.",
      advice: "Add a presenter to the chain's plugins, or remove the alert."),
    LanguageCode(
      code: "missing-space-after-colon", level: .error,
      summary: "A colon without a space after it does not end a YAML key.",
      advice: "Add a space after the colon."),
    LanguageCode(
      code: "missing-verdict", level: .error, summary: "A rule has no verdict.", advice: "Add then."),
    LanguageCode(
      code: "missing-version", level: .error,
      summary: "The file does not name its version of the rule language.", advice: "Add version: 1."),
    LanguageCode(
      code: "non-scalar-key", level: .error, summary: "A key is a list or a mapping.",
      advice: "Write the key as a string."),
    LanguageCode(
      code: "not-utf8", level: .error, summary: "The file is not UTF-8.", advice: "Save it as UTF-8."),
    LanguageCode(
      code: "null-value", level: .error, summary: "A value is null, which the rule language does not have.",
      advice: "Write a value, or delete the key."),
    LanguageCode(
      code: "number-not-finite", level: .error, summary: "Rules can't compare infinity or NaN.",
      advice: "Write a finite number, or quote the value if it is a string."),
    LanguageCode(
      code: "recovery-beside-buttons", level: .error, summary: "An alert has both recovery and buttons.",
      advice: "Delete one of them."),
    LanguageCode(
      code: "replaces-without-extends", level: .error,
      summary: "A rule replaces another, but its responder inherits no rules.",
      advice: "Add extends, or delete replaces."),
    LanguageCode(
      code: "several-actions", level: .error, summary: "One element of do has two actions.",
      advice: "Write each action as its own element."),
    LanguageCode(
      code: "several-documents", level: .error, summary: "A file has more than one YAML document.",
      advice: "Put each document into its own file."),
    LanguageCode(
      code: "several-roots", level: .error,
      summary: "Several responders have no parent, so errors with unknown origins have no start.",
      advice: "Add defaults: { responder: ID }, or none for ID."),
    LanguageCode(
      code: "several-verdicts", level: .error, summary: "A rule has more than one verdict.",
      advice: "Delete all but one."),
    LanguageCode(
      code: "syntax-error", level: .error, summary: "The file is not valid YAML or JSON.",
      advice: "Correct it at the caret."),
    LanguageCode(
      code: "tag-not-allowed", level: .error, summary: "YAML tags are not supported.",
      advice: "Delete the tag, and quote the value if it is a string."),
    LanguageCode(
      code: "terminal-error", level: .note,
      summary: "A wildcard of a policy does not stand for an error that ends the execution.",
      advice: "Name the error in a catcher of its own."),
    LanguageCode(
      code: "too-many-findings", level: .error, summary: "A file has too many findings to list.",
      advice: "Fix the first ones."),
    LanguageCode(
      code: "type-cycle", level: .error, summary: "Types are declared as subtypes of one another in a cycle.",
      advice: "Remove one of the declarations."),
    LanguageCode(
      code: "undefined-alias", level: .error, summary: "A YAML alias has no anchor before it.",
      advice: "Define the anchor, or quote the value if it is a string."),
    LanguageCode(
      code: "unknown-action", level: .error, summary: "No plugin provides this action.",
      advice: "Correct the name, or add the plugin."),
    LanguageCode(
      code: "unknown-alert", level: .error, summary: "There is no alert of this name under alerts.",
      advice: "Correct the name, or define the alert."),
    LanguageCode(
      code: "unknown-case", level: .error,
      summary: "The declared type has no such case (a warning if another type may be meant).",
      advice: "Correct the case, or the declaration."),
    LanguageCode(
      code: "unknown-breaker", level: .error, summary: "There is no breaker of this name under breakers.",
      advice: "Correct the name, or define the breaker."),
    LanguageCode(
      code: "unknown-category", level: .error,
      summary: "There is no category of this name under categories (a warning in a transform).",
      advice: "Correct the name, or add the category."),
    LanguageCode(
      code: "unknown-code", level: .error, summary: "The domain has no code of this name.",
      advice: "Correct the name, write the number, or add the name under codes."),
    LanguageCode(
      code: "unknown-custom", level: .note,
      summary: "No plugin provides this custom matcher (an error with --require-plugins).",
      advice: "Use an errctl built with the plugin, or set a result with --stub."),
    LanguageCode(
      code: "unknown-field", level: .error, summary: "Errors have no such field.",
      advice: "Correct the name, or write attributes.NAME."),
    LanguageCode(
      code: "unknown-file-kind", level: .error, summary: "The file's extension does not show its format.",
      advice: "Use a file that ends in .yaml, .yml or .json."),
    LanguageCode(
      code: "unknown-key", level: .error, summary: "A key is not allowed in this place.",
      advice: "Correct it, or move it to the place that the message names."),
    LanguageCode(
      code: "unknown-list", level: .error, summary: "There is no list of this name under lists.",
      advice: "Correct the name, or define the list."),
    LanguageCode(
      code: "unknown-matcher", level: .error, summary: "There is no matcher of this name under matchers.",
      advice: "Correct the name, or define the matcher."),
    LanguageCode(
      code: "unknown-operator", level: .error,
      summary: "There is no such operator, or it does not fit the value.",
      advice: "Write one of the operators that the message names."),
    LanguageCode(
      code: "unknown-responder", level: .error, summary: "There is no responder with this id.",
      advice: "Correct the id, or add the responder."),
    LanguageCode(
      code: "unknown-rule", level: .error, summary: "The responder inherits no rule of this name to replace.",
      advice: "Name an inherited rule."),
    LanguageCode(
      code: "unknown-verdict", level: .error, summary: "There is no such verdict.",
      advice: "Write one of the verdicts that the message names."),
    LanguageCode(
      code: "unknown-version", level: .error,
      summary: "This errctl does not support the file's version of the rule language.",
      advice: "Write version: 1, or use a newer errctl."),
    LanguageCode(
      code: "unreadable-import", level: .error, summary: "An imported file can't be read.",
      advice: "Import a readable file."),
    LanguageCode(
      code: "unversioned-file", level: .warning,
      summary: "A file in a folder looks like a rule file but has no version, so it is skipped.",
      advice: "Add version: 1, or exclude it in .errctl.yaml."),
    LanguageCode(
      code: "verdict-under-match-all", level: .error,
      summary: "This verdict is not possible where all rules run.",
      advice: "Write an evaluation, or delete then."),
    LanguageCode(
      code: "wrong-import", level: .error, summary: "A value under imports is not the path of a rule file.",
      advice: "Write a relative path that ends in .yaml, .yml or .json."),
    LanguageCode(
      code: "wrong-member", level: .warning,
      summary: "A member of an error is named almost like a field, but is read as an attribute.",
      advice: "Correct the name, or move the member into attributes, where any name is allowed."),
    LanguageCode(
      code: "wrong-pattern", level: .error, summary: "A pattern is not valid RE2 syntax.",
      advice: "Correct it at the caret."),
    LanguageCode(
      code: "wrong-place", level: .error,
      summary: "A matcher is used in a place where it can't be evaluated.",
      advice: "Remove it, or move the rule."),
    LanguageCode(
      code: "wrong-template", level: .error,
      summary: "A template names no value, or is in a place without templates.",
      advice: "Correct the path, or write {{ for a brace."),
    LanguageCode(
      code: "wrong-type", level: .error, summary: "A value has the wrong type.",
      advice: "Write a value of the type that the message names."),
    LanguageCode(
      code: "wrong-value", level: .error, summary: "A value has no meaning in this place.",
      advice: "Write the value that the message proposes."),
    LanguageCode(
      code: "yaml-not-supported", level: .error, summary: "This program was built without YAML.",
      advice: "Use JSON, or build with the trait YAML."),
    LanguageCode(
      code: "yaml-version", level: .error, summary: "The file declares another YAML version than 1.2.",
      advice: "Delete the directive."),
  ]
}
