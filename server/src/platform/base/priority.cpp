#include "platform/base/priority.hpp"

#include <linux/ioprio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace balcao {

// On Linux both belong to a thread. Where they may not be set it works as the others do.
void lower_priority() {
    auto const thread = ::gettid();
    ::setpriority(PRIO_PROCESS, static_cast<id_t>(thread), 15);
    ::syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, thread, IOPRIO_PRIO_VALUE(IOPRIO_CLASS_BE, 7));
}

} // namespace balcao
