# The engine as WebAssembly, and the page that has it. Sourced by ./dev.

playground_modules=(ground/Patterns ground/Bytes ground/Secrets ground/Source ground/Reports language/Records language/RuleLanguage engine/Engine engine/Explanations streams/Counting faces/JSONRPC faces/PageAnswers faces/Playground)
# The oldest libyaml that is in use, as Debian has it.
libyaml=libyaml-0.2.5
libyaml_hash=fa240dbf262be053f3898006d502d514936c818e422afdcf33921c63bed9bf2e

# Ends with 77 where the toolchain lacks what it takes.
setup_playground() {
  local runtime; runtime=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
  unicode=$runtime/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a
  [[ -e $unicode ]] || { echo "this toolchain has no Embedded Swift for WebAssembly"; exit 77; }
  command -v apt-get >/dev/null || { echo "wasi-libc and compiler-rt for WebAssembly come from Debian"; exit 77; }
  # The suite and the documentation's site may ask for it at the same time.
  mkdir -p "$1" && exec 9>"$1/lock" && flock 9
  [[ -d /usr/include/wasm32-wasi ]] || install_package wasi-libc
  find_builtins
  if [[ -z $builtins ]]; then
    install_package libclang-rt-dev-wasm32
    find_builtins
  fi
  command -v wasm-opt >/dev/null || install_package binaryen
  command -v python3 >/dev/null || install_package python3
  [[ -e $1/$libyaml/include/yaml.h ]] || unpack_libyaml "$1"
}

find_builtins() { builtins=$(find /usr/lib/llvm-* -name libclang_rt.builtins-wasm32.a 2>/dev/null | sort | tail -n 1) || true; }

unpack_libyaml() { # folder
  local archive=$1/$libyaml.tar.gz
  curl -sSf -o "$archive" "http://deb.debian.org/debian/pool/main/liby/libyaml/${libyaml/-/_}.orig.tar.gz" \
    || { echo "libyaml's sources cannot be downloaded"; exit 77; }
  echo "$libyaml_hash  $archive" | sha256sum -c --quiet || die "$archive is another one"
  tar -xzf "$archive" -C "$1"
}

# Writes engine.wasm into the folder. What is newer than its object file is compiled again, with what comes behind it.
build_engine() { # folder
  local work=$1 module name feature options isOld=""
  local c=(-isystem /usr/include/wasm32-wasi -I "$work/$libyaml/include" -D__wasi__)
  options=(-target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -wmo -Osize -parse-as-library -swift-version 6
    -Xfrontend -disable-stack-protector -suppress-warnings -package-name errctl -I "$work")
  for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility; do options+=(-enable-upcoming-feature "$feature"); done
  for module in ground/CScan/include CYAML; do c+=("-fmodule-map-file=Sources/$module/module.modulemap"); done
  for feature in "${c[@]}"; do options+=(-Xcc "$feature"); done
  for module in "${playground_modules[@]}"; do
    name=${module#*/}
    [[ -e $work/$name.o && -z $(find "Sources/$module" -name '*.swift' -newer "$work/$name.o") ]] || isOld=yes
    [[ -n $isOld ]] || continue
    find "Sources/$module" -name '*.swift' -print0 | sort -z | xargs -0 swiftc "${options[@]}" -module-name "$name" \
      -emit-module -emit-module-path "$work/$name.swiftmodule" -c -o "$work/$name.new" || return
    mv "$work/$name.new" "$work/$name.o"
  done
  local sources=(Sources/faces/CWebAssembly/runtime.c) objects=("${playground_modules[@]/#*\//$work/}")
  objects=("${objects[@]/%/.o}")
  for module in api reader scanner parser; do sources+=("$work/$libyaml/src/$module.c"); done
  for module in "${sources[@]}"; do
    objects+=("$work/$(basename "$module").o")
    clang --target=wasm32-unknown-wasi "${c[@]}" -Os -c "$module" -o "${objects[-1]}" -DYAML_VERSION_STRING='""' \
      -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 -DYAML_DECLARE_STATIC || return
  done
  # Ahead of the data, the stack can't grow into it: it ends with a trap.
  wasm-ld --no-entry --gc-sections --strip-all --stack-first -z stack-size=4194304 \
    --export=errctl_message --export=errctl_receive --export=__wasm_call_ctors \
    "${objects[@]}" "$unicode" -L/usr/lib/wasm32-wasi -lc "$builtins" -o "$work/linked.wasm" || return
  wasm-opt -Oz --strip-producers --enable-bulk-memory --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals \
    "$work/linked.wasm" -o "$work/engine.wasm"
}
