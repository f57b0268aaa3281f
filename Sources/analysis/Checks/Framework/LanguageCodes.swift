internal import Source

/// The codes of the reader and the compiler.
enum LanguageCodes {
  static let all: [FindingCode] = [
    FindingCode(
      "abstract-responder", .error, "An abstract responder is used as a concrete one, or has keys of one.",
      "Move the key to the responders that extend it, or name one of them."),
    FindingCode(
      "alert-cycle", .error, "Alerts present one another in a cycle.",
      "Remove one of the alerts from the cycle."),
    FindingCode(
      "alert-too-large", .error, "Alerts behind buttons are too many, or nested too deeply.",
      "Remove some of them."),
    FindingCode(
      "alias-cycle", .error, "A YAML alias is inside the value that it repeats.", "Write the value out."),
    FindingCode(
      "binary-file", .error, "The file contains NUL bytes, so it is not a text file.",
      "Name a rule file in YAML or JSON."),
    FindingCode(
      "button-without-verdict", .error, "Some buttons of an alert have a verdict and others do not.",
      "Give all buttons a verdict, or none."),
    FindingCode(
      "deciding-action", .error, "An action has “failed” in a place where no verdict is possible.",
      "Delete its failed."),
    FindingCode(
      "deciding-alert", .error, "An alert's buttons have verdicts in a place where no verdict is possible.",
      "Delete the verdicts of its buttons."),
    FindingCode(
      "duplicate-button", .error, "Two buttons of an alert have the same title.",
      "Give each button its own title."),
    FindingCode(
      "duplicate-id", .error, "Two responders, or two rules of a responder, have the same id.",
      "Give each its own id."),
    FindingCode("duplicate-import", .error, "A file is imported twice in one list.", "Delete one of them."),
    FindingCode(
      "duplicate-key", .error, "A mapping has the same key twice.", "Delete or rename one of them."),
    FindingCode(
      "duplicate-name", .error, "A namespace, including imports, has the same name twice.",
      "Give each its own name."),
    FindingCode(
      "duplicate-origin", .error, "Two responders claim the same origin.", "Delete it from one of them."),
    FindingCode(
      "duplicate-replacement", .error, "Two rules replace the same inherited rule.", "Keep one of them."),
    FindingCode("empty-file", .error, "The file is empty.", "Begin with version: 1."),
    FindingCode("empty-key", .error, "A mapping has an empty key.", "Name it, or delete it."),
    FindingCode(
      "empty-transform", .error, "A transform changes nothing.", "Name what changes, or write then: continue."
    ),
    FindingCode(
      "entry-only", .error, "An imported file has a key that only an entry file may have.",
      "Move it to the entry file."),
    FindingCode(
      "escalation-conflict", .error, "parent and escalation contradict each other.", "Make them agree."),
    FindingCode(
      "escalation-cycle", .error, "Responders escalate to one another in a cycle.", "Make one of them a root."
    ),
    FindingCode(
      "extends-cycle", .error, "Responders extend one another in a cycle.", "Remove extends from one of them."
    ),
    FindingCode("import-cycle", .error, "Files import one another in a cycle.", "Remove one of the imports."),
    FindingCode(
      "import-leaves-folder", .error, "An import is outside the entry file's folder.",
      "Move or copy the file into that folder."),
    FindingCode(
      "imports-not-read", .error, "A program that can't read imports was given a file with imports.",
      "Pass an ImportReader, or copy the imported declarations into the file."),
    FindingCode(
      "later-category", .error, "A category refers to a later category, or to itself.",
      "Move the other category up."),
    FindingCode(
      "limit-exceeded", .error, "A limit is exceeded.",
      "Make the input smaller, or raise the limit that the message names."),
    FindingCode(
      "matcher-cycle", .error, "A named matcher refers to itself.", "Remove one of the references."),
    FindingCode(
      "matcher-too-large", .error, "Named matchers are nested too deeply, or expand to too much.",
      "Simplify them, or write some of them out."),
    FindingCode("merge-key", .error, "The YAML merge key << is not supported.", "Write the keys out."),
    FindingCode(
      "misplaced-rate", .error, "A rate is not at the top level of a rule's when.",
      "Move it there, or write two rules."),
    FindingCode(
      "missing-import", .error, "An imported file does not exist.",
      "Correct the path, which is relative to the importing file."),
    FindingCode(
      "missing-indentation", .error,
      "The keys below a key are not indented, so it has no value, and they belong to the mapping around it.",
      "Indent them deeper than the key."),
    FindingCode("missing-key", .error, "A required key is missing.", "Add it."),
    FindingCode(
      "missing-presenter", .error, "In a running program, an alert has no plugin to show it.",
      "Add a presenter to the chain's plugins, or remove the alert."),
    FindingCode(
      "missing-space-after-colon", .error, "A colon without a space after it does not end a YAML key.",
      "Add a space after the colon."),
    FindingCode("missing-verdict", .error, "A rule has no verdict.", "Add then."),
    FindingCode(
      "missing-version", .error, "The file does not name its version of the rule language.", "Add version: 1."
    ),
    FindingCode("non-scalar-key", .error, "A key is a list or a mapping.", "Write the key as a string."),
    FindingCode("not-utf8", .error, "The file is not UTF-8.", "Save it as UTF-8."),
    FindingCode(
      "null-value", .error, "A value is null, which the rule language does not have.",
      "Write a value, or delete the key."),
    FindingCode(
      "number-not-finite", .error, "Rules can't compare infinity or NaN.",
      "Write a finite number, or quote the value if it is a string."),
    FindingCode(
      "recovery-beside-buttons", .error, "An alert has both recovery and buttons.", "Delete one of them."),
    FindingCode(
      "replaces-without-extends", .error, "A rule replaces another, but its responder inherits no rules.",
      "Add extends, or delete replaces."),
    FindingCode(
      "several-actions", .error, "One element of do has two actions.", "Write each action as its own element."
    ),
    FindingCode(
      "several-documents", .error, "A file has more than one YAML document.",
      "Put each document into its own file."),
    FindingCode(
      "several-roots", .error,
      "Several responders have no parent, so errors with unknown origins have no start.",
      "Add defaults: { responder: ID }, or none for ID."),
    FindingCode("several-verdicts", .error, "A rule has more than one verdict.", "Delete all but one."),
    FindingCode("syntax-error", .error, "The file is not valid YAML or JSON.", "Correct it at the caret."),
    FindingCode(
      "tag-not-allowed", .error, "YAML tags are not supported.",
      "Delete the tag, and quote the value if it is a string."),
    FindingCode("too-many-findings", .error, "A file has too many findings to list.", "Fix the first ones."),
    FindingCode(
      "type-cycle", .error, "Types are declared as subtypes of one another in a cycle.",
      "Remove one of the declarations."),
    FindingCode(
      "undefined-alias", .error, "A YAML alias has no anchor before it.",
      "Define the anchor, or quote the value if it is a string."),
    FindingCode(
      "unknown-action", .error, "No plugin provides this action.", "Correct the name, or add the plugin."),
    FindingCode(
      "unknown-alert", .error, "There is no alert of this name under alerts.",
      "Correct the name, or define the alert."),
    FindingCode(
      "unknown-case", .error, "The declared type has no such case (a warning if another type may be meant).",
      "Correct the case, or the declaration."),
    FindingCode(
      "unknown-breaker", .error, "There is no breaker of this name under breakers.",
      "Correct the name, or define the breaker."),
    FindingCode(
      "unknown-quota", .error, "There is no quota of this name under quotas.",
      "Correct the name, or define the quota."),
    FindingCode(
      "unknown-category", .error,
      "There is no category of this name under categories (a warning in a transform).",
      "Correct the name, or add the category."),
    FindingCode(
      "unknown-code", .error, "The domain has no code of this name.",
      "Correct the name, write the number, or add the name under codes."),
    FindingCode(
      "unknown-custom", .note, "No plugin provides this custom matcher (an error with --require-plugins).",
      "Use an errctl built with the plugin, or set a result with --stub."),
    FindingCode(
      "unknown-field", .error, "Errors have no such field.", "Correct the name, or write attributes.NAME."),
    FindingCode(
      "unknown-file-kind", .error, "The file's extension does not show its format.",
      "Use a file that ends in .yaml, .yml or .json."),
    FindingCode(
      "unknown-key", .error, "A key is not allowed in this place.",
      "Correct it, or move it to the place that the message names."),
    FindingCode(
      "unknown-list", .error, "There is no list of this name under lists.",
      "Correct the name, or define the list."),
    FindingCode(
      "unknown-matcher", .error, "There is no matcher of this name under matchers.",
      "Correct the name, or define the matcher."),
    FindingCode(
      "unknown-operator", .error, "There is no such operator, or it does not fit the value.",
      "Write one of the operators that the message names."),
    FindingCode(
      "unknown-responder", .error, "There is no responder with this id.",
      "Correct the id, or add the responder."),
    FindingCode(
      "unknown-rule", .error, "The responder inherits no rule of this name to replace.",
      "Name an inherited rule."),
    FindingCode(
      "unknown-verdict", .error, "There is no such verdict.",
      "Write one of the verdicts that the message names."),
    FindingCode(
      "unknown-version", .error, "This errctl does not support the file's version of the rule language.",
      "Write version: 1, or use a newer errctl."),
    FindingCode("unreadable-import", .error, "An imported file can't be read.", "Import a readable file."),
    FindingCode(
      "unversioned-file", .warning,
      "A file in a folder looks like a rule file but has no version, so it is skipped.",
      "Add version: 1, or exclude it in .errctl.yaml."),
    FindingCode(
      "verdict-under-match-all", .error, "This verdict is not possible where all rules run.",
      "Write an evaluation, or delete then."),
    FindingCode(
      "wrong-import", .error, "A value under imports is not the path of a rule file.",
      "Write a relative path that ends in .yaml, .yml or .json."),
    FindingCode(
      "wrong-member", .warning,
      "A member of an error is named almost like a field, but is read as an attribute.",
      "Correct the name, or move the member into attributes, where any name is allowed."),
    FindingCode("wrong-pattern", .error, "A pattern is not valid RE2 syntax.", "Correct it at the caret."),
    FindingCode(
      "wrong-place", .error, "A matcher is used in a place where it can't be evaluated.",
      "Remove it, or move the rule."),
    FindingCode(
      "wrong-template", .error, "A template names no value, or is in a place without templates.",
      "Correct the path, or write {{ for a brace."),
    FindingCode(
      "wrong-type", .error, "A value has the wrong type.", "Write a value of the type that the message names."
    ),
    FindingCode(
      "wrong-value", .error, "A value has no meaning in this place.",
      "Write the value that the message proposes."),
    FindingCode(
      "yaml-not-supported", .error, "This program was built without YAML.",
      "Use JSON, or build with the trait YAML."),
    FindingCode(
      "yaml-version", .error, "The file declares another YAML version than 1.2.", "Delete the directive."),
  ]
}
