#include "heap.h"

#include "heap_block.h"

enum {
    largest_request = 1 << 30,
    largest_alignment = 1 << 16,
    // Blocks looked at in the bin of the wanted size before a larger one is cut instead.
    patience = 32
};

static void set_size(struct heap_block *block, size_t size, bool in_use) {
    block->size_and_use = size | in_use;
    heap_after(block)->before = size;
}

static void list(struct heap *heap, struct heap_block *block) {
    unsigned bin = heap_bin(heap_size(block));
    block->previous = NULL;
    block->next = heap->bins[bin];
    if (block->next) block->next->previous = block;
    heap->bins[bin] = block;
    heap->filled[bin / 32] |= (uint32_t)1 << (bin % 32);
}

static void unlist(struct heap *heap, struct heap_block *block) {
    unsigned bin = heap_bin(heap_size(block));
    if (block->next) block->next->previous = block->previous;
    if (block->previous) {
        block->previous->next = block->next;
    } else {
        heap->bins[bin] = block->next;
        if (!block->next) heap->filled[bin / 32] &= ~((uint32_t)1 << (bin % 32));
    }
}

// Makes `block`, which is in no list, free and one with its free neighbours.
static void join(struct heap *heap, struct heap_block *block) {
    size_t size = heap_size(block);
    struct heap_block *after = heap_after(block);
    if (!heap_in_use(after)) {
        unlist(heap, after);
        size += heap_size(after);
    }
    if (block->before) {
        struct heap_block *before = heap_before(block);
        if (!heap_in_use(before)) {
            unlist(heap, before);
            size += heap_size(before);
            block = before;
        }
    }
    set_size(block, size, false);
    list(heap, block);
}

// Cuts `block`, which is in no list, to `size` and frees the rest when a block fits in it.
static void trim(struct heap *heap, struct heap_block *block, size_t size) {
    size_t rest = heap_size(block) - size;
    if (rest < heap_smallest) return;
    set_size(block, size, true);
    struct heap_block *tail = heap_after(block);
    set_size(tail, rest, true);
    join(heap, tail);
}

static struct heap_block *find(const struct heap *heap, size_t size) {
    unsigned bin = heap_bin(size);
    unsigned looked = 0;
    for (struct heap_block *block = heap->bins[bin]; block && looked < patience; block = block->next, looked++) {
        if (heap_size(block) >= size) return block;
    }
    bin += 1;
    for (unsigned word = bin / 32; word < sizeof heap->filled / sizeof heap->filled[0]; word++) {
        uint32_t bits = heap->filled[word];
        if (word == bin / 32) bits &= ~(uint32_t)0 << (bin % 32);
        if (bits) return heap->bins[word * 32 + (unsigned)__builtin_ctz(bits)];
    }
    return NULL;
}

static bool extend(struct heap *heap, size_t size) {
    size_t added = heap->grow(heap->context, size) & ~(size_t)(heap_granule - 1);
    if (added < heap_smallest) return false;
    struct heap_block *block = heap->last;
    heap->last = (struct heap_block *)((unsigned char *)block + added);
    heap->last->size_and_use = 1;
    heap->capacity += added;
    set_size(block, added, true);
    join(heap, block);
    return true;
}

void heap_open(struct heap *heap, void *start, size_t length, heap_grow grow, void *context) {
    uintptr_t mask = heap_granule - 1;
    uintptr_t body = ((uintptr_t)start + heap_header + mask) & ~mask;
    uintptr_t end = ((uintptr_t)start + length) & ~mask;
    struct heap_block *first = (struct heap_block *)(body - heap_header);

    heap->first = first;
    heap->last = (struct heap_block *)(end - heap_header);
    heap->used = 0;
    heap->capacity = (size_t)((unsigned char *)heap->last - (unsigned char *)first);
    heap->grow = grow;
    heap->context = context;
    for (unsigned word = 0; word < sizeof heap->filled / sizeof heap->filled[0]; word++) heap->filled[word] = 0;
    for (unsigned bin = 0; bin < heap_bin_count; bin++) heap->bins[bin] = NULL;

    heap->last->size_and_use = 1;
    first->before = 0;
    set_size(first, heap->capacity, false);
    list(heap, first);
}

void *heap_allocate(struct heap *heap, size_t alignment, size_t size) {
    if (size >= largest_request || alignment > largest_alignment || (alignment & (alignment - 1))) return NULL;
    size_t wanted = (size + heap_header + heap_granule - 1) & ~(size_t)(heap_granule - 1);
    if (wanted < heap_smallest) wanted = heap_smallest;
    // Room to move the body forward by a whole block, so that what stays in front can be freed.
    size_t space = alignment > heap_granule ? wanted + alignment + heap_smallest : wanted;

    struct heap_block *block = find(heap, space);
    if (!block && extend(heap, space)) block = find(heap, space);
    if (!block) return NULL;
    unlist(heap, block);
    set_size(block, heap_size(block), true);

    if (alignment > heap_granule) {
        uintptr_t body = (uintptr_t)block + heap_header;
        size_t gap = (size_t)(((body + alignment - 1) & ~(uintptr_t)(alignment - 1)) - body);
        while (gap != 0 && gap < heap_smallest) gap += alignment;
        if (gap != 0) {
            size_t whole = heap_size(block);
            struct heap_block *front = block;
            set_size(front, gap, true);
            block = heap_after(front);
            set_size(block, whole - gap, true);
            join(heap, front);
        }
    }
    trim(heap, block, wanted);
    heap->used += heap_size(block);
    return (unsigned char *)block + heap_header;
}

void heap_release(struct heap *heap, void *pointer) {
    if (!pointer) return;
    struct heap_block *block = (struct heap_block *)((unsigned char *)pointer - heap_header);
    // Going on after a double release would give one block to two owners.
    if (!heap_in_use(block)) __builtin_trap();
    heap->used -= heap_size(block);
    join(heap, block);
}
