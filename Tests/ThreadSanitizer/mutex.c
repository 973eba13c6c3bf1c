// Tells the thread sanitizer what Synchronization.Mutex orders when two threads meet at it.
//
// A lock that is free is taken, and one that nobody waits for is given back, by an atomic operation that the compiler
// puts into the caller, where the sanitizer sees it. The two slow ways are the standard library's, which is not
// instrumented, and end in the kernel (FUTEX_LOCK_PI, FUTEX_UNLOCK_PI): without a word from here the sanitizer would
// take what one thread did before it gave the lock away, and another after it got it, for a race.
//
// Preloaded into the tests by bin/test-threads; calls what it stands in front of.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

// The runtime's own, there only in a process under the sanitizer.
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*lock_function)(uint32_t thread, SELF void *handle);
typedef SWIFT void (*unlock_function)(SELF void *handle);

static void *next(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

SWIFT void lock_slow(uint32_t thread, SELF void *handle) __asm__(LOCK);
SWIFT void lock_slow(uint32_t thread, SELF void *handle) {
    static _Atomic(lock_function) real;
    if (!real) real = (lock_function)next(LOCK);
    real(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void unlock_slow(SELF void *handle) __asm__(UNLOCK);
SWIFT void unlock_slow(SELF void *handle) {
    static _Atomic(unlock_function) real;
    if (!real) real = (unlock_function)next(UNLOCK);
    if (__tsan_release) __tsan_release(handle);
    real(handle);
}
