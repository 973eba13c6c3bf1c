/* Loaded before the C library into a server that is tested (LD_PRELOAD): makes the disk under one folder refuse to be
   changed, and moves the time of day. A test says what by a file of two numbers that the server maps (see faults.py). */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct orders {
    volatile int64_t error;      /* what changes to the folder answer in errno; 0: they are done */
    volatile int64_t wall_shift; /* milliseconds that the time of day is ahead */
};

static const struct orders none;
static const struct orders *orders = &none;
static char folder[4096];
static size_t folder_length;

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("ROOST_FAULTS_FILE");
    const char *watched = getenv("ROOST_FAULTS_FOLDER");
    if (path == NULL || watched == NULL) return;
    int file = NEXT(open)(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) abort();
    void *mapped = mmap(NULL, sizeof(struct orders), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (mapped == MAP_FAILED) abort();
    folder_length = strlen(watched);
    if (folder_length >= sizeof folder) abort();
    memcpy(folder, watched, folder_length + 1);
    orders = mapped;
}

static int is_watched(const char *path) { return folder_length > 0 && strncmp(path, folder, folder_length) == 0; }

static int refuses_path(const char *path) {
    if (orders->error == 0 || !is_watched(path)) return 0;
    errno = (int)orders->error;
    return 1;
}

static int refuses_file(int file) {
    if (orders->error == 0) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return refuses_path(path);
}

static int changes(int flags) { return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0; }

#define OPEN(name)                                              \
    int name(const char *path, int flags, ...) {                \
        va_list rest;                                           \
        va_start(rest, flags);                                  \
        mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                           \
        if (changes(flags) && refuses_path(path)) return -1;    \
        return NEXT(name)(path, flags, mode);                   \
    }
OPEN(open)
OPEN(open64)

#define ON_FILE(type, name, parameters, ...)                                 \
    type name parameters {                                                    \
        return refuses_file(file) ? (type)-1 : NEXT(name)(__VA_ARGS__);       \
    }
ON_FILE(ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t offset), file, bytes, count, offset)
ON_FILE(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t offset), file, bytes, count, offset)
ON_FILE(ssize_t, write, (int file, const void *bytes, size_t count), file, bytes, count)
ON_FILE(int, ftruncate, (int file, off_t size), file, size)
ON_FILE(int, ftruncate64, (int file, off64_t size), file, size)
ON_FILE(int, fsync, (int file), file)
ON_FILE(int, fdatasync, (int file), file)

int unlink(const char *path) { return refuses_path(path) ? -1 : NEXT(unlink)(path); }
int mkdir(const char *path, mode_t mode) { return refuses_path(path) ? -1 : NEXT(mkdir)(path, mode); }
int rename(const char *from, const char *to) { return refuses_path(to) ? -1 : NEXT(rename)(from, to); }

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = NEXT(clock_gettime)(clock, time);
    if (result == 0 && clock == CLOCK_REALTIME && orders->wall_shift != 0) {
        int64_t shift = orders->wall_shift;
        time->tv_sec += shift / 1000;
        time->tv_nsec += shift % 1000 * 1000000;
        if (time->tv_nsec >= 1000000000) time->tv_sec += 1, time->tv_nsec -= 1000000000;
        if (time->tv_nsec < 0) time->tv_sec -= 1, time->tv_nsec += 1000000000;
    }
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *out) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    if (out != NULL) *out = now.tv_sec;
    return now.tv_sec;
}
