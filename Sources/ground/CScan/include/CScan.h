#ifndef CSCAN_H
#define CSCAN_H

// Two operations that Swift cannot express: a bit mask of a vector comparison, and a prefetch of memory. Header
// only, inlined into Swift; Sources/ground/Bytes/Text/PlainText.swift has the compares in Swift too, and a test compares
// them.

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#define CSCAN_HAS_VECTORS 1
#elif defined(__ARM_NEON) && defined(__aarch64__) && !defined(__AARCH64EB__)
#include <arm_neon.h>
#define CSCAN_HAS_VECTORS 1
#else
#define CSCAN_HAS_VECTORS 0
#endif

/// Prefetches the memory around `place`. Nothing waits for it, and any address is allowed.
static inline __attribute__((always_inline)) void cscan_fetch(const void *place) { __builtin_prefetch(place); }

#if CSCAN_HAS_VECTORS

/// The number of the 32 bytes at `text` before the first that does not stand for itself in a JSON string: a quote,
/// a backslash, a control character, or a byte above 0x7F. All 32 have to lie in memory that may be read.
static inline __attribute__((always_inline)) intptr_t cscan_plain_prefix(const uint8_t *text) {
#if defined(__SSE2__)
  // With its second bit turned a quote, 0x22, stands where a space did, just above the control characters; compared as
  // signed numbers, bytes above 0x7F are less than that too. So one compare finds all but the backslash.
  const __m128i turned = _mm_set1_epi8(0x02);
  const __m128i limit = _mm_set1_epi8(0x21);
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i low = _mm_loadu_si128((const __m128i *)text);
  const __m128i high = _mm_loadu_si128((const __m128i *)(text + 16));
  const __m128i low_stops = _mm_or_si128(
      _mm_cmplt_epi8(_mm_xor_si128(low, turned), limit), _mm_cmpeq_epi8(low, backslash));
  const __m128i high_stops = _mm_or_si128(
      _mm_cmplt_epi8(_mm_xor_si128(high, turned), limit), _mm_cmpeq_epi8(high, backslash));
  const uint64_t stops =
      (uint64_t)(uint32_t)_mm_movemask_epi8(low_stops) | (uint64_t)(uint32_t)_mm_movemask_epi8(high_stops) << 16;
  return __builtin_ctzll(stops | (uint64_t)1 << 32);
#else
  for (intptr_t start = 0; start < 32; start += 16) {
    const uint8x16_t bytes = vld1q_u8(text + start);
    const uint8x16_t stops = vorrq_u8(
        vcltq_s8(vreinterpretq_s8_u8(veorq_u8(bytes, vdupq_n_u8(0x02))), vdupq_n_s8(0x21)),
        vceqq_u8(bytes, vdupq_n_u8('\\')));
    // Four bits a byte.
    const uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(stops), 4)), 0);
    if (mask) return start + (__builtin_ctzll(mask) >> 2);
  }
  return 32;
#endif
}

#endif
#endif
