#include "CWorkbench.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions" // #embed

static const unsigned char page_html[] = {
#embed "Assets/page.html"
};
static const unsigned char page_css[] = {
#embed "Assets/page.css"
};
static const unsigned char page_js[] = {
#embed "Assets/page.js"
};
// CodeMirror, where its package (Debian's libjs-codemirror) puts it; a plain text area without it.
#if __has_embed("/usr/share/javascript/codemirror/lib/codemirror.js")
static const unsigned char editor_js[] = {
#embed "/usr/share/javascript/codemirror/lib/codemirror.js"
  , '\n',
#embed "/usr/share/javascript/codemirror/mode/yaml/yaml.js"
  , '\n',
#embed "/usr/share/javascript/codemirror/mode/javascript/javascript.js"
  , '\n',
#embed "/usr/share/javascript/codemirror/addon/hint/show-hint.js"
  , '\n',
#embed "/usr/share/javascript/codemirror/addon/dialog/dialog.js"
  , '\n',
#embed "/usr/share/javascript/codemirror/addon/search/searchcursor.js"
  , '\n',
#embed "/usr/share/javascript/codemirror/addon/search/search.js"
};
static const unsigned char editor_css[] = {
#embed "/usr/share/javascript/codemirror/lib/codemirror.css"
  , '\n',
#embed "/usr/share/javascript/codemirror/addon/hint/show-hint.css"
  , '\n',
#embed "/usr/share/javascript/codemirror/addon/dialog/dialog.css"
};
#else
static const unsigned char editor_js[] = {
#embed "Assets/plain.js"
};
static const unsigned char editor_css[] = {
#embed "Assets/plain.css"
};
#endif

workbench_asset workbench_asset_named(const char *name) {
#define ASSET(text, file) \
  if (strcmp(name, text) == 0) return (workbench_asset){ file, sizeof file };
  ASSET("page.html", page_html)
  ASSET("page.css", page_css)
  ASSET("page.js", page_js)
  ASSET("editor.js", editor_js)
  ASSET("editor.css", editor_css)
  return (workbench_asset){ NULL, 0 };
}
