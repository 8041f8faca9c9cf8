#include "platform/pictures/sandbox.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform/base/shadow_memory.hpp"

// The macros of libseccomp are C99.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc99-extensions"
#endif

namespace balcao::pictures {

namespace {

constexpr rlim_t processor_seconds = 5;
constexpr auto font_folders = std::to_array({"/usr/share/fonts", "/usr/local/share/fonts"});

[[noreturn]] void throw_errno(char const* what, int error) {
    throw std::runtime_error(std::string(what) + ": " + std::generic_category().message(error));
}

void limit(decltype(RLIMIT_CPU) resource, rlim_t most) {
    rlimit const value{.rlim_cur = most, .rlim_max = most};
    if (::setrlimit(resource, &value) != 0) throw_errno("setrlimit", errno);
}

void set_limits() {
    limit(RLIMIT_CPU, processor_seconds);
    if (sandbox_limits_memory()) limit(RLIMIT_AS, rlim_t{512} * 1024 * 1024);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_CORE, 0);
}

// Landlock knows only the thread that calls it, and those it starts later.
void wait_for_other_threads() {
    constexpr auto step = std::chrono::milliseconds{2};
    constexpr int most_steps = 1000;
    for (int i = 0; i < most_steps; ++i) {
        std::filesystem::directory_iterator const threads("/proc/self/task");
        if (std::distance(begin(threads), end(threads)) == 1) return;
        std::this_thread::sleep_for(step);
    }
    throw std::runtime_error("a thread of a library does not end");
}

struct Descriptor {
    explicit Descriptor(long number) : number(static_cast<int>(number)) {}
    ~Descriptor() {
        if (number >= 0) ::close(number);
    }
    Descriptor(Descriptor const&) = delete;
    Descriptor& operator=(Descriptor const&) = delete;
    int const number;
};

// Landlock: of the file system only fonts, read only. glibc has no functions for its calls. False: the kernel lacks it,
// or the filter of a container keeps it away, which answers EPERM; then no file can be opened at all.
bool allow_fonts_only() {
    landlock_ruleset_attr rules{};
    rules.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1U) - 1; // all of its first version
    Descriptor const ruleset(::syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0));
    if (ruleset.number < 0) {
        if (errno == ENOSYS || errno == EOPNOTSUPP || errno == EPERM) return false;
        throw_errno("landlock_create_ruleset", errno);
    }
    for (auto const* folder : font_folders) {
        Descriptor const opened(::open(folder, O_PATH | O_CLOEXEC));
        if (opened.number < 0) continue; // a machine may lack one
        landlock_path_beneath_attr beneath{};
        beneath.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
        beneath.parent_fd = opened.number;
        if (::syscall(SYS_landlock_add_rule, ruleset.number, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) != 0)
            throw_errno("landlock_add_rule", errno);
    }
    if (::syscall(SYS_landlock_restrict_self, ruleset.number, 0) != 0) throw_errno("landlock_restrict_self", errno);
    return true;
}

struct Release {
    void operator()(void* filter) const { seccomp_release(filter); }
};

// What is left of the kernel: memory, the open files, the clock, the own end. Everything else fails with EPERM.
void filter_calls(bool can_open_fonts) {
    std::unique_ptr<void, Release> const filter(seccomp_init(SCMP_ACT_ERRNO(EPERM)));
    if (!filter) throw std::runtime_error("seccomp_init failed");
    auto const allow = [&](int call, auto... conditions) {
        auto const result = seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, call, sizeof...(conditions), conditions...);
        if (result != 0) throw_errno("seccomp_rule_add", -result);
    };
    for (int const call :
         {SCMP_SYS(read),         SCMP_SYS(pread64),      SCMP_SYS(write),          SCMP_SYS(writev),
          SCMP_SYS(lseek),        SCMP_SYS(close),        SCMP_SYS(fstat),          SCMP_SYS(newfstatat),
          SCMP_SYS(statx),        SCMP_SYS(access),       SCMP_SYS(faccessat),      SCMP_SYS(faccessat2),
          SCMP_SYS(fstatfs),      SCMP_SYS(fcntl),        SCMP_SYS(munmap),         SCMP_SYS(mremap),
          SCMP_SYS(brk),          SCMP_SYS(madvise),      SCMP_SYS(futex),          SCMP_SYS(clock_gettime),
          SCMP_SYS(gettimeofday), SCMP_SYS(getrandom),    SCMP_SYS(sched_yield),    SCMP_SYS(getpid),
          SCMP_SYS(gettid),       SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn),
          SCMP_SYS(sigaltstack),  SCMP_SYS(exit),         SCMP_SYS(exit_group),     SCMP_SYS(sched_getaffinity)})
        allow(call);
    // Memory that can run comes with the libraries, which are loaded.
    for (int const call : {SCMP_SYS(mmap), SCMP_SYS(mprotect)}) allow(call, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    // Pango looks for fonts in a thread. clone3 hides its flags in memory; without it glibc asks clone.
    for (int const call : {SCMP_SYS(set_robust_list), SCMP_SYS(rseq)}) allow(call);
    allow(SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    if (auto const result = seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0); result != 0)
        throw_errno("seccomp_rule_add", -result);
    // abort(), to itself only.
    allow(SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid())));
    if (can_open_fonts) {
        constexpr scmp_datum_t writing = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);
        allow(SCMP_SYS(openat), SCMP_A2(SCMP_CMP_MASKED_EQ, writing, O_RDONLY));
        allow(SCMP_SYS(open), SCMP_A1(SCMP_CMP_MASKED_EQ, writing, O_RDONLY));
    }
    if (auto const result = seccomp_load(filter.get()); result != 0) throw_errno("seccomp_load", -result);
}

} // namespace

bool sandbox_limits_memory() { return !has_shadow_memory; }

void enter_sandbox() {
    wait_for_other_threads();
    set_limits();
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) throw_errno("prctl", errno); // what Landlock asks for
    filter_calls(allow_fonts_only());
}

} // namespace balcao::pictures
