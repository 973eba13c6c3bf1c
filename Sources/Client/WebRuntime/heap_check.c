#include "heap.h"
#include "heap_block.h"

static bool is_listed(const struct heap *heap, const struct heap_block *block) {
    unsigned bin = heap_bin(heap_size(block));
    if (!(heap->filled[bin / 32] >> (bin % 32) & 1)) return false;
    for (const struct heap_block *listed = heap->bins[bin]; listed; listed = listed->next) {
        if (listed == block) return true;
    }
    return false;
}

int heap_check(const struct heap *heap) {
    size_t used = 0, before = 0, free_count = 0, listed_count = 0;
    bool before_is_free = false;
    const struct heap_block *block = heap->first;
    for (; block < heap->last; block = heap_after(block)) {
        size_t size = heap_size(block);
        // 1: whole granules, no smaller than a free block's own fields.
        if (size < heap_smallest || size % heap_granule != 0) return 1;
        // 2: each block knows the one before.
        if (block->before != before) return 2;
        if (heap_in_use(block)) {
            used += size;
        } else {
            // 3: no two free neighbours.
            if (before_is_free) return 3;
            // 4: what is free can be found.
            if (!is_listed(heap, block)) return 4;
            free_count += 1;
        }
        before_is_free = !heap_in_use(block);
        before = size;
    }
    // 5: the blocks end where the region ends.
    if (block != heap->last || block->before != before || block->size_and_use != 1) return 5;
    for (unsigned bin = 0; bin < heap_bin_count; bin++) {
        for (const struct heap_block *listed = heap->bins[bin]; listed; listed = listed->next) listed_count += 1;
        // 6: the bit set tells which lists hold something.
        if ((heap->filled[bin / 32] >> (bin % 32) & 1) != (heap->bins[bin] != NULL)) return 6;
    }
    // 7: nothing is listed that is not free.
    if (listed_count != free_count) return 7;
    // 8: the count of bytes handed out is right.
    if (used != heap->used) return 8;
    return heap_is_sound;
}
