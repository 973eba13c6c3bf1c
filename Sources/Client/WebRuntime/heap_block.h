#ifndef ROOST_HEAP_BLOCK_H
#define ROOST_HEAP_BLOCK_H

#include <stdbool.h>

#include "heap.h"

// Blocks lie one behind the other. Each header tells the size of the block before, so that both neighbours are found
// without a search. Sizes count the header and are multiples of 16; the header's place is chosen so that what follows
// it is aligned to 16, on machines with pointers of 4 and of 8 bytes.
struct heap_block {
    size_t before;
    // The lowest bit says that the block is in use.
    size_t size_and_use;
    // Only in free blocks; in others the caller's bytes begin here.
    struct heap_block *next;
    struct heap_block *previous;
};

enum {
    heap_granule = 16,
    heap_header = offsetof(struct heap_block, next),
    heap_smallest = sizeof(struct heap_block) < 16 ? 16 : sizeof(struct heap_block)
};

static inline size_t heap_size(const struct heap_block *block) { return block->size_and_use & ~(size_t)1; }

static inline bool heap_in_use(const struct heap_block *block) { return block->size_and_use & 1; }

static inline struct heap_block *heap_after(const struct heap_block *block) {
    return (struct heap_block *)((unsigned char *)block + heap_size(block));
}

static inline struct heap_block *heap_before(const struct heap_block *block) {
    return (struct heap_block *)((unsigned char *)block - block->before);
}

// Every size in a bin is smaller than every size in the bins that follow.
static inline unsigned heap_bin(size_t size) {
    if (size < 512) return (unsigned)(size / heap_granule);
    unsigned power = 31 - (unsigned)__builtin_clz((uint32_t)size);
    return 32 + (power - 9) * 4 + ((unsigned)(size >> (power - 2)) & 3);
}

#endif
