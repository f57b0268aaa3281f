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
static const unsigned char editor_js[] = {
#embed "Assets/codemirror/codemirror.js"
  , '\n',
#embed "Assets/codemirror/yaml.js"
  , '\n',
#embed "Assets/codemirror/javascript.js"
  , '\n',
#embed "Assets/codemirror/show-hint.js"
  , '\n',
#embed "Assets/codemirror/dialog.js"
  , '\n',
#embed "Assets/codemirror/searchcursor.js"
  , '\n',
#embed "Assets/codemirror/search.js"
};
static const unsigned char editor_css[] = {
#embed "Assets/codemirror/codemirror.css"
  , '\n',
#embed "Assets/codemirror/show-hint.css"
  , '\n',
#embed "Assets/codemirror/dialog.css"
};

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
