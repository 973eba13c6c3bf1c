#ifndef ROOST_HEAP_H
#define ROOST_HEAP_H

#include <stddef.h>
#include <stdint.h>

// A general allocator over one region of memory that can grow at its end: segregated lists of free blocks, neighbours
// joined as soon as both are free. It calls nothing, so that it runs in core.wasm and under the native tests alike.
// One thread at a time.

enum {
    // 32 lists of one size each (multiples of 16 below 512), then four to each doubling up to 2^31.
    heap_bin_count = 32 + 22 * 4 + 4,
    // What `heap_check` answers when all is well.
    heap_is_sound = 0
};

struct heap_block;

// Adds at least `bytes` behind the region's end and returns how many were added, a multiple of 16; 0 when there is
// no more memory.
typedef size_t (*heap_grow)(void *context, size_t bytes);

struct heap {
    struct heap_block *first;
    // A header without a body that closes the region; counts as in use.
    struct heap_block *last;
    // Bytes handed out, headers and rounding included.
    size_t used;
    // Bytes of the whole region.
    size_t capacity;
    heap_grow grow;
    void *context;
    uint32_t filled[(heap_bin_count + 31) / 32];
    struct heap_block *bins[heap_bin_count];
};

// Takes over `length` bytes at `start`, of any alignment, at least 64.
void heap_open(struct heap *heap, void *start, size_t length, heap_grow grow, void *context);

// At least `size` bytes, aligned to `alignment` (a power of two; 16 when smaller), not cleared. NULL when there is no
// more memory, when `size` is 2^30 or more, and when `alignment` is no power of two or larger than 2^16.
void *heap_allocate(struct heap *heap, size_t alignment, size_t size);

// Gives back what `heap_allocate` returned; NULL does nothing. A block that is free already stops the program.
void heap_release(struct heap *heap, void *pointer);

// Walks the whole region: `heap_is_sound`, or the number of the first rule that does not hold, in the order of
// heap_check.c.
int heap_check(const struct heap *heap);

#endif
