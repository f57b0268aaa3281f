// What reading alone costs: simdjson on-demand takes the fields that replay reads out of every record, in the order
// they stand in the file, and adds up their sizes. Nothing is decided.
//
//     g++ -O3 -std=c++17 -march=native fields.cpp -o fields -lsimdjson -lpthread
//     ./fields FILE THREADS [case] [underlying] [attributes.NAME ...]
//
// The standard fields are read always, the others if they are named: the ones that the rules ask for.
//
// The file is read in pieces of whole lines that fit the cache; each thread has a part of the file.

#include <fcntl.h>
#include <simdjson.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

using namespace simdjson;

namespace {

struct Sums {
  uint64_t records = 0, bytes = 0, numbers = 0, failed = 0;
};

// A text is decoded, as whoever compares it must.
void text(ondemand::value value, Sums &sums) {
  std::string_view found;
  if (value.get_string().get(found)) sums.failed++;
  else sums.bytes += found.size();
}

void number(ondemand::value value, Sums &sums) {
  int64_t found;
  if (value.get_int64().get(found)) sums.failed++;
  else sums.numbers += uint64_t(found);
}

// A code is an integer or a word, a severity a word or an integer.
void either(ondemand::value value, Sums &sums) {
  ondemand::json_type type;
  if (value.type().get(type)) sums.failed++;
  else if (type == ondemand::json_type::string) text(value, sums);
  else number(value, sums);
}

struct Asked {
  bool kase = false, underlying = false;
  std::vector<std::string> attributes;
} asked;

// Any value: a text or number as it is, an array element by element.
void any(ondemand::value value, Sums &sums) {
  ondemand::json_type type;
  if (value.type().get(type)) { sums.failed++; return; }
  if (type == ondemand::json_type::string) text(value, sums);
  else if (type == ondemand::json_type::number) number(value, sums);
  else if (type == ondemand::json_type::array) {
    ondemand::array array;
    if (value.get_array().get(array)) { sums.failed++; return; }
    for (auto element : array) any(element.value(), sums);
  }
}

void attributes(ondemand::value value, Sums &sums) {
  ondemand::object object;
  if (value.get_object().get(object)) { sums.failed++; return; }
  for (auto field : object) {
    ondemand::raw_json_string key;
    if (field.key().get(key)) { sums.failed++; return; }
    for (auto &name : asked.attributes) {
      if (key == name) { any(field.value(), sums); break; }
    }
  }
}

void record(ondemand::object object, Sums &sums);

void causes(ondemand::value value, Sums &sums) {
  ondemand::array array;
  if (value.get_array().get(array)) { sums.failed++; return; }
  for (auto element : array) {
    ondemand::object object;
    if (element.get_object().get(object)) { sums.failed++; return; }
    record(object, sums);
  }
}

// A key's first letters leave at most two to compare with.
void record(ondemand::object object, Sums &sums) {
  for (auto field : object) {
    ondemand::raw_json_string key;
    if (field.key().get(key)) { sums.failed++; return; }
    const char *raw = key.raw();
    switch (raw[0]) {
      case 't': if (key == "time" || key == "type") text(field.value(), sums); break;
      case 'o': if (key == "origin" || key == "operation") text(field.value(), sums); break;
      case 'd': if (key == "domain") text(field.value(), sums); break;
      case 'm': if (key == "message") text(field.value(), sums); break;
      case 'u': if (asked.underlying && key == "underlying") causes(field.value(), sums); break;
      case 'c':
        if (key == "code") either(field.value(), sums);
        else if (key == "category" || (asked.kase && key == "case")) text(field.value(), sums);
        break;
      case 's':
        if (key == "severity") either(field.value(), sums);
        else if (key == "status") number(field.value(), sums);
        break;
      case 'a':
        if (key == "attributes") attributes(field.value(), sums);
        else if (key == "attempt") number(field.value(), sums);
        break;
      default: break;
    }
  }
}

constexpr size_t piece = 1 << 20;

// The records whose first byte is in [begin, end).
void read_part(int file, off_t begin, off_t end, Sums &sums) {
  std::vector<char> buffer(piece * 2 + SIMDJSON_PADDING);
  ondemand::parser parser;
#ifdef SIMDJSON_THREADS_ENABLED
  parser.threaded = false;
#endif
  size_t kept = 0;
  bool skips = begin > 0;  // up to the first line that begins here
  off_t at = skips ? begin - 1 : begin;
  while (true) {
    ssize_t count = pread(file, buffer.data() + kept, piece, at);
    if (count <= 0) break;
    size_t filled = kept + size_t(count);
    char *first = buffer.data();
    if (skips) {
      first = static_cast<char *>(memchr(first, '\n', filled)) + 1;
      skips = false;
    }
    at += count;
    // Past the part's end only the line that began before it is wanted.
    char *last;
    bool done = at >= end;
    if (done) {
      char *from = buffer.data() + (filled - size_t(at - end)) - 1;
      last = static_cast<char *>(memchr(from < first ? first : from, '\n', size_t(buffer.data() + filled - from)));
    } else {
      last = static_cast<char *>(memrchr(first, '\n', size_t(buffer.data() + filled - first)));
    }
    if (!last) { fprintf(stderr, "a line longer than %zu bytes\n", piece); exit(1); }
    size_t length = size_t(last + 1 - first);
    ondemand::document_stream documents;
    if (parser.iterate_many(reinterpret_cast<const uint8_t *>(first), length, piece * 2).get(documents)) exit(1);
    for (auto document : documents) {
      ondemand::object object;
      if (document.get_object().get(object)) sums.failed++;
      else record(object, sums);
      sums.records++;
    }
    if (done) break;
    kept = size_t(buffer.data() + filled - (last + 1));
    memmove(buffer.data(), last + 1, kept);
  }
}

}  // namespace

int main(int count, char **arguments) {
  int threads = count >= 3 ? atoi(arguments[2]) : 0;
  for (int i = 3; i < count; i++) {
    std::string name = arguments[i];
    if (name == "case") asked.kase = true;
    else if (name == "underlying") asked.underlying = true;
    else if (name.rfind("attributes.", 0) == 0) asked.attributes.push_back(name.substr(11));
  }
  int file = count >= 3 ? open(arguments[1], O_RDONLY) : -1;
  struct stat status;
  if (threads < 1 || file < 0 || fstat(file, &status)) { fprintf(stderr, "usage: fields FILE THREADS [FIELD ...]\n"); return 64; }
  std::vector<Sums> sums(size_t(threads), Sums{});
  std::vector<std::thread> workers;
  for (int i = 0; i < threads; i++) {
    off_t begin = status.st_size * i / threads, end = status.st_size * (i + 1) / threads;
    workers.emplace_back([&, i, begin, end] { read_part(file, begin, end, sums[size_t(i)]); });
  }
  for (auto &worker : workers) worker.join();
  Sums all;
  for (auto &part : sums) {
    all.records += part.records, all.bytes += part.bytes, all.numbers += part.numbers, all.failed += part.failed;
  }
  printf("%llu records, %llu bytes, %llu, %llu failed\n", (unsigned long long)all.records, (unsigned long long)all.bytes,
         (unsigned long long)all.numbers, (unsigned long long)all.failed);
  return all.failed != 0;
}
