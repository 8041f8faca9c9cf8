#include "platform/db/interruption.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include "platform/db/database.hpp"

namespace balcao::db {

Interruption::Interruption() : fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (fd_ < 0) throw Error("eventfd: no file descriptor");
}

Interruption::~Interruption() { ::close(fd_); }

void Interruption::raise() {
    is_raised_ = true;
    ::eventfd_write(fd_, 1);
}

} // namespace balcao::db
