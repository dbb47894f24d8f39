// Counts the calls of a process that change a file. At call number PEGOUT_CALL it kills the process, or lets the call fail
// with the error number PEGOUT_CALL_FAILS; with PEGOUT_CALLS_AFTER all calls after it fail, too. A process that comes to its end
// writes the number of its calls to PEGOUT_CALLS. With PEGOUT_CALLS_LEAK each call leaks this number of bytes. With
// PEGOUT_CALLS_RECORD it appends each call to that file: see tests/crash/power/replay.rs.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static atomic_long calls;
static void *volatile leaked;
static int record = -1;
// Calls are recorded in the order in which the system did them.
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;

// Returns 1 if this call must fail.
static int counted(void) {
    const char *last = getenv("PEGOUT_CALL"), *fails = getenv("PEGOUT_CALL_FAILS");
    long call = atomic_fetch_add(&calls, 1) + 1;
    const char *leak = getenv("PEGOUT_CALLS_LEAK");
    if (leak) leaked = memset(malloc(atol(leak)), 1, atol(leak));
    if (!last || call < atol(last) || (call > atol(last) && !getenv("PEGOUT_CALLS_AFTER"))) return 0;
    if (!fails) kill(getpid(), SIGKILL);
    errno = atoi(fails);
    return 1;
}

static int is_regular(int file) {
    struct stat about;
    return fstat(file, &about) == 0 && S_ISREG(about.st_mode);
}

__attribute__((constructor)) static void begun(void) {
    const char *path = getenv("PEGOUT_CALLS_RECORD");
    if (path) record = REAL(open)(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
}

__attribute__((destructor)) static void told(void) {
    const char *path = getenv("PEGOUT_CALLS");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%ld", atomic_load(&calls));
    fclose(file);
}

// The parts of an entry: the kind, the lengths of both paths, a place in the file, the number of bytes, then paths and bytes.
static void put(char kind, const char *path, const char *other, uint64_t at, const void *bytes, uint32_t size) {
    uint16_t length = strlen(path), second = strlen(other);
    char head[17] = {kind};
    memcpy(head + 1, &length, 2);
    memcpy(head + 3, &second, 2);
    memcpy(head + 5, &at, 8);
    memcpy(head + 13, &size, 4);
    struct iovec parts[] = {{head, 17}, {(void *)path, length}, {(void *)other, second}, {(void *)bytes, size}};
    if (writev(record, parts, 4) < 0) abort();
}

static const char *path_of(int file, char path[4096]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, 4095);
    path[length < 0 ? 0 : length] = 0;
    return path;
}

// `call` is done, and `entry` is put into the record if it succeeds.
#define RECORDED(type, call, entry)          \
    if (record < 0) return call;             \
    pthread_mutex_lock(&order);              \
    type outcome = call;                     \
    int error = errno;                       \
    if (outcome >= 0) entry;                 \
    pthread_mutex_unlock(&order);            \
    errno = error;                           \
    return outcome;

#define COUNTED(type, name, parameters, arguments, is_file, entry) \
    type name parameters {                                         \
        static type(*real) parameters;                             \
        char path[4096];                                           \
        (void)path;                                                \
        if (!real) real = REAL(name);                              \
        if (!(is_file)) return real arguments;                     \
        if (counted()) return -1;                                  \
        RECORDED(type, real arguments, entry)                      \
    }

#define WRITTEN(at) put('w', path_of(file, path), "", at, bytes, outcome)
// Pipes and the like are no files.
COUNTED(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size), is_regular(file),
        WRITTEN(lseek(file, 0, SEEK_CUR) - outcome))
COUNTED(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t at), (file, bytes, size, at), 1, WRITTEN(at))
COUNTED(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t at), (file, bytes, size, at), 1, WRITTEN(at))
COUNTED(int, ftruncate, (int file, off_t size), (file, size), 1, put('l', path_of(file, path), "", size, "", 0))
COUNTED(int, ftruncate64, (int file, off64_t size), (file, size), 1, put('l', path_of(file, path), "", size, "", 0))
COUNTED(int, rename, (const char *from, const char *to), (from, to), 1, put('r', from, to, 0, "", 0))
COUNTED(int, linkat, (int at, const char *from, int to, const char *name, int flags), (at, from, to, name, flags), 1,
        put('k', from, name, 0, "", 0))
COUNTED(int, unlink, (const char *name), (name), 1, put('u', name, "", 0, "", 0))

// Copies inside the system are done by writes instead, which are counted and recorded.
ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *place, size_t size, unsigned flags) {
    (void)from, (void)at, (void)to, (void)place, (void)size, (void)flags;
    errno = ENOSYS;
    return -1;
}

ssize_t sendfile64(int to, int from, off64_t *at, size_t size) {
    (void)to, (void)from, (void)at, (void)size;
    errno = ENOSYS;
    return -1;
}

// What was written before a sync has begun is on the disk when it has ended. Others write meanwhile.
#define SYNCED(name)                                            \
    int name(int file) {                                        \
        char path[4096];                                        \
        if (counted()) return -1;                               \
        if (record < 0) return REAL(name)(file);                \
        pthread_mutex_lock(&order);                             \
        put('b', path_of(file, path), "", file, "", 0);         \
        pthread_mutex_unlock(&order);                           \
        int outcome = REAL(name)(file), error = errno;          \
        pthread_mutex_lock(&order);                             \
        if (outcome == 0) put('s', path, "", file, "", 0);      \
        pthread_mutex_unlock(&order);                           \
        errno = error;                                          \
        return outcome;                                         \
    }

SYNCED(fsync)
SYNCED(fdatasync)

// Only a call that may make a file changes one.
#define OPENED(name)                                                                                    \
    int name(const char *path, int flags, ...) {                                                        \
        va_list rest;                                                                                   \
        va_start(rest, flags);                                                                          \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;                            \
        va_end(rest);                                                                                   \
        if (!(flags & (O_CREAT | O_TRUNC))) return REAL(name)(path, flags, mode);                       \
        if (counted()) return -1;                                                                       \
        RECORDED(int, REAL(name)(path, flags, mode), put(flags & O_TRUNC ? 't' : 'c', path, "", 0, "", 0)) \
    }

OPENED(open)
OPENED(open64)
