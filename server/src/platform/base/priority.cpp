#include "platform/base/priority.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace balcao {

namespace {

// Of ioprio_set(2), which glibc does not declare. The kernel's own header names a parameter `class` since
// Debian's 6.1.192, which is no C++.
constexpr int io_priority_of_one_thread = 1;
constexpr int io_class_best_effort = 2;
constexpr int io_class_shift = 13;
constexpr int io_level_last = 7;

} // namespace

// On Linux both belong to a thread. Where they may not be set it works as the others do.
void lower_priority() {
    auto const thread = ::gettid();
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(thread), 15);
    ::syscall(SYS_ioprio_set, io_priority_of_one_thread, thread,
              (io_class_best_effort << io_class_shift) | io_level_last);
}

} // namespace balcao
