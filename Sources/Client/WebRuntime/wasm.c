// What Embedded Swift expects of a C library, over WebAssembly's own instructions and three functions of the browser.
#ifdef __wasm__

#include "heap.h"

#define IMPORT(name) __attribute__((import_module("browser"), import_name(name)))

// Fills `length` bytes at `pointer` from the browser's secure source.
IMPORT("random") void browser_random(void *pointer, size_t length);
// The value of the decimal number in the `length` ASCII bytes at `pointer`, correctly rounded.
IMPORT("number") double browser_number(const char *pointer, size_t length);

enum { page = 65536, pages_at_once = 4, out_of_memory = 12, invalid_argument = 22 };

extern unsigned char __heap_base;
static struct heap heap;

static size_t grow(void *context, size_t bytes) {
    (void)context;
    size_t pages = (bytes + page - 1) / page;
    if (pages < pages_at_once) pages = pages_at_once;
    return __builtin_wasm_memory_grow(0, pages) == (size_t)-1 ? 0 : pages * page;
}

static void open_heap(void) {
    if (heap.first) return;
    size_t base = (size_t)&__heap_base;
    size_t size = __builtin_wasm_memory_size(0) * page;
    // The linker may end memory right behind the data.
    if (size < base + 64) size += grow(NULL, base + 64 - size);
    heap_open(&heap, &__heap_base, size - base, grow, NULL);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    open_heap();
    void *pointer = heap_allocate(&heap, alignment, size);
    if (!pointer) return out_of_memory;
    *result = pointer;
    return 0;
}

void free(void *pointer) {
    if (pointer) heap_release(&heap, pointer);
}

// Exported: bytes that the core holds, for tests that watch for creep.
size_t core_memory(void) { return heap.used; }

void arc4random_buf(void *pointer, size_t length) { browser_random(pointer, length); }

// With bulk memory these three are one instruction each.
void *memcpy(void *restrict to, const void *restrict from, size_t count) { return __builtin_memcpy(to, from, count); }

void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }

void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

int memcmp(const void *left, const void *right, size_t count) {
    const unsigned char *a = left, *b = right;
    for (size_t index = 0; index < count; index++) {
        if (a[index] != b[index]) return a[index] < b[index] ? -1 : 1;
    }
    return 0;
}

static const char *skip_digits(const char *text) {
    while (*text >= '0' && *text <= '9') text++;
    return text;
}

// The standard library's way to read a double: where the number ends, NULL when there is none.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
    const char *end = text;
    if (*end == '+' || *end == '-') end++;
    const char *digits = end;
    end = skip_digits(end);
    size_t count = (size_t)(end - digits);
    if (*end == '.') {
        const char *fraction = skip_digits(end + 1);
        count += (size_t)(fraction - end - 1);
        end = fraction;
    }
    if (count == 0) return NULL;
    if (*end == 'e' || *end == 'E') {
        const char *exponent = end + 1;
        if (*exponent == '+' || *exponent == '-') exponent++;
        const char *last = skip_digits(exponent);
        if (last > exponent) end = last;
    }
    *result = browser_number(text, (size_t)(end - text));
    return end;
}

typedef int wide __attribute__((mode(TI)));
typedef unsigned wide_bits __attribute__((mode(TI)));

// The compiler's call for the product of two 128-bit integers.
wide __multi3(wide left, wide right) {
    uint64_t a = (uint64_t)left, b = (uint64_t)right;
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t middle = a1 * b0 + (low >> 32);
    uint64_t carry = a0 * b1 + (uint32_t)middle;
    uint64_t high = a1 * b1 + (middle >> 32) + (carry >> 32);
    high += (uint64_t)((wide_bits)left >> 64) * b + a * (uint64_t)((wide_bits)right >> 64);
    return (wide)((wide_bits)high << 64 | (carry << 32 | (uint32_t)low));
}

#endif
