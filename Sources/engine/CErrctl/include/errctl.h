#ifndef ERRCTL_H
#define ERRCTL_H

// The engine of errctl for programs in any language that calls C.
//
// A rule file is opened once; records are decided by it, from any number of threads at the same time:
//
//     errctl_failure *failure = NULL;
//     errctl_rules *rules = errctl_open("rules.yaml", 0, &failure);
//     if (!rules) { fprintf(stderr, "%s\n", failure->message); errctl_failure_free(failure); return 1; }
//
//     errctl_resolution *resolution = errctl_resolution_create();
//     const char *record = "{\"type\":\"TimeoutError\",\"operation\":\"pay\",\"attempt\":2}";
//     if (errctl_decide(rules, record, strlen(record), ERRCTL_EVERYTHING, resolution) == ERRCTL_OK)
//       puts(resolution->text);
//
//     errctl_resolution_free(resolution);
//     errctl_close(rules);
//
// A record is a recorded error as `errctl replay` reads it: one JSON object in UTF-8. A resolution is what
// `errctl replay --resolutions` writes of it. Nothing is run, shown or waited for: the caller does what the
// resolution says.
//
// Additions come at the end of a struct or an enumeration; nothing else here changes. Texts are in UTF-8 and end in a
// zero byte. No function crashes, whatever it is passed, if pointers are null or came from this library and have not
// been freed.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of errctl that this header belongs to.
#define ERRCTL_VERSION "0.1.0"

#if defined(__clang__)
#define ERRCTL_NULLABLE _Nullable
#else
#define ERRCTL_NULLABLE
#endif

/// An open rule file with its state: budgets, rates, throttles, quotas and breakers.
typedef struct errctl_rules errctl_rules;

/// The result of a call.
typedef int32_t errctl_status;
enum {
  /// The record has a resolution.
  ERRCTL_OK = 0,
  /// The record says that an operation ended well (`"completed": true`). It is counted, and has no resolution.
  ERRCTL_COMPLETED = 1,
  /// A required pointer is null.
  ERRCTL_NO_ARGUMENT = -1,
  /// The text is not JSON object, or the object is not a recorded error. `text` has the reason.
  ERRCTL_NOT_A_RECORD = -2,
  /// The text is longer than 1 MiB (1,048,576 bytes).
  ERRCTL_TOO_LONG = -3,
  /// The rules in force read fields that the record was not filled with. Nothing was decided or counted: fill them, and
  /// call again.
  ERRCTL_INCOMPLETE = -4,
};

/// The evaluation of an error: how the code that failed goes on.
enum {
  ERRCTL_PROCEED = 0,
  ERRCTL_RETRY = 1,
  ERRCTL_CANCEL = 2,
  ERRCTL_ABORT = 3,
};

/// Bits of `errctl_resolution.flags`.
enum {
  /// A rule handled the error, or it was ignored as a cancellation. Otherwise `evaluation` is that of the root.
  ERRCTL_HANDLED = 1,
  /// The answer to an alert, the success of an action, or a `custom` was assumed.
  ERRCTL_ASSUMED = 2,
  /// A cancellation, about which no rule was asked.
  ERRCTL_IGNORED = 4,
  /// The record is an event; `evaluation` says nothing.
  ERRCTL_EVENT = 8,
};

/// Bits for the fields of a record that are costly to fill. All others are always to be filled, and so is an attribute
/// `http.response.status_code`, which stands for a missing `status`.
enum {
  ERRCTL_MESSAGE = 1,
  ERRCTL_PAYLOAD = 2,
  /// `underlying`, and what is nested in the payload.
  ERRCTL_CAUSES = 4,
  ERRCTL_ATTRIBUTES = 8,
  ERRCTL_EVERYTHING = 15,
};

/// The answer to a record. Created by `errctl_resolution_create`, filled by one call after the other, on one thread at a
/// time. After a failure, only `text` counts.
typedef struct errctl_resolution {
  /// One of `ERRCTL_PROCEED` to `ERRCTL_ABORT`.
  int32_t evaluation;
  /// `ERRCTL_HANDLED` and the other bits.
  uint32_t flags;
  /// Milliseconds to wait before the next try, from 0; -1 if no retry was granted.
  int64_t delay;
  /// The number of the try that failed, from 1; 0 if it is not known, or if no retry was granted.
  int32_t attempt;
  /// The number of tries in all, the first included; 0 if no retry was granted.
  int32_t max_attempts;
  /// The record's number among all that were decided with these rules, from 1.
  uint64_t ordinal;
  /// The version of the rules, from 1; each reload that is accepted adds one.
  uint64_t version;
  /// The resolution as one line of JSON, without a line feed; after a failure its reason, as whole sentences. Valid until
  /// the next call with this resolution.
  const char *ERRCTL_NULLABLE text;
  /// The bytes of `text`, without the zero byte.
  size_t length;
  /// The bytes of memory behind `text`.
  size_t capacity;
} errctl_resolution;

/// The rejection of a rule file.
typedef struct errctl_failure {
  /// The reason: the first error with its place, as errctl prints it, or why the file cannot be read.
  const char *ERRCTL_NULLABLE message;
  /// The file of the first error; null if the rule file cannot be read.
  const char *ERRCTL_NULLABLE file;
  /// The first error's code, such as `unknown-key`; null if the rule file cannot be read.
  const char *ERRCTL_NULLABLE code;
  /// The line of the first error, from 1; 0 if the rule file cannot be read.
  int32_t line;
  /// The column of the first error, from 1, in Unicode scalars; 0 if the rule file cannot be read.
  int32_t column;
  /// All findings as JSON, as `errctl validate --format json` writes them.
  const char *ERRCTL_NULLABLE findings;
} errctl_failure;

/// The version of errctl, such as `0.1.0`. Valid as long as the library is loaded.
const char *ERRCTL_NULLABLE errctl_version(void);

/// Opens a rule file with its imports.
///
/// `path` names a file in YAML, or in JSON if it ends in `.json`. `seed` is that of random delays, as of `errctl replay
/// --seed`. Returns null if the file has an error or can't be read; `failure`, unless null, then gets the reason, which the
/// caller frees.
errctl_rules *ERRCTL_NULLABLE errctl_open(
    const char *ERRCTL_NULLABLE path, uint64_t seed, errctl_failure *ERRCTL_NULLABLE *ERRCTL_NULLABLE failure);

/// Reads the rule file and its imports again, and puts them in force if they have no error.
///
/// Decisions that are under way end by the old rules. Budgets, rates, throttles, quotas and breakers are kept where they
/// are unchanged; an open alert is not. Returns the new version, or 0 if the old rules stay in force; `failure` is that of `errctl_open`.
uint64_t errctl_reload(
    errctl_rules *ERRCTL_NULLABLE rules, errctl_failure *ERRCTL_NULLABLE *ERRCTL_NULLABLE failure);

/// Frees the rules. No call with them may be under way or follow.
void errctl_close(errctl_rules *ERRCTL_NULLABLE rules);

/// The costly fields that the rules in force read, as bits `ERRCTL_MESSAGE` to `ERRCTL_ATTRIBUTES`; 0 for null.
uint32_t errctl_fields(const errctl_rules *ERRCTL_NULLABLE rules);

/// The version of the rules in force, from 1; 0 for null.
uint64_t errctl_rules_version(const errctl_rules *ERRCTL_NULLABLE rules);

/// The rule file in force and its imports, direct and indirect, by their paths with all links resolved: a JSON list of texts,
/// the rule file first. `resolution->text` gets it.
errctl_status errctl_files(
    const errctl_rules *ERRCTL_NULLABLE rules, errctl_resolution *ERRCTL_NULLABLE resolution);

/// Decides a record of `length` bytes, and counts it.
///
/// `filled` are the costly fields that the record was filled with, if the error has them; `ERRCTL_EVERYTHING` for a whole
/// record. A record without an `id` has its ordinal as `id`; one without a `time` happens at the latest time read.
errctl_status errctl_decide(
    errctl_rules *ERRCTL_NULLABLE rules, const char *ERRCTL_NULLABLE record, size_t length, uint32_t filled,
    errctl_resolution *ERRCTL_NULLABLE resolution);

/// Hides the secrets of any JSON value of `length` bytes: below names of secrets (`password`, `token`, `authorization` and
/// the like), in texts such as `password=…` and `https://user:…@host`, and those of a known shape.
///
/// `resolution->text` gets the value. `ERRCTL_NOT_A_RECORD` if it is not JSON.
errctl_status errctl_hide_secrets(
    const char *ERRCTL_NULLABLE json, size_t length, errctl_resolution *ERRCTL_NULLABLE resolution);

/// A resolution to be filled; null without memory.
errctl_resolution *ERRCTL_NULLABLE errctl_resolution_create(void);

/// Frees a resolution and its text.
void errctl_resolution_free(errctl_resolution *ERRCTL_NULLABLE resolution);

/// Frees a failure and its texts.
void errctl_failure_free(errctl_failure *ERRCTL_NULLABLE failure);

#ifdef __cplusplus
}
#endif

#endif
