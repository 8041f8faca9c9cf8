#include "platform/db/postgres_link.hpp"

#include <array>
#include <cerrno>

#include <poll.h>

#include "platform/db/database.hpp"

namespace balcao::db {

namespace {

using SteadyClock = std::chrono::steady_clock;

int milliseconds_until(std::optional<SteadyClock::time_point> deadline) {
    if (!deadline) return -1;
    auto const left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - SteadyClock::now()).count();
    return left > 0 ? static_cast<int>(left) : 0;
}

} // namespace

PostgresLink::PostgresLink(PostgresHandle handle, std::optional<std::chrono::milliseconds> answer,
                           std::shared_ptr<Interruption const> interruption)
    : handle_(std::move(handle)), answer_(answer), interruption_(std::move(interruption)) {
    PQsetnonblocking(handle_.get(), 1);
}

PostgresResult PostgresLink::next() {
    await_answer();
    return PostgresResult(PQgetResult(handle_.get()));
}

PostgresResult PostgresLink::last() {
    PostgresResult result;
    while (auto answer = next()) result = std::move(answer);
    return result;
}

// Returns when PQgetResult has something to say, if only that the connection broke.
void PostgresLink::await_answer() {
    auto const deadline = answer_ ? std::optional(SteadyClock::now() + *answer_) : std::nullopt;
    for (;;) {
        auto const left = PQflush(handle_.get());
        if (left < 0 || PQisBusy(handle_.get()) == 0) return;
        auto const events = static_cast<short>(left > 0 ? POLLIN | POLLOUT : POLLIN);
        std::array<pollfd, 2> sources{
            pollfd{.fd = PQsocket(handle_.get()), .events = events, .revents = 0},
            pollfd{.fd = interruption_ ? interruption_->fd() : -1, .events = POLLIN, .revents = 0}};
        auto const ready = ::poll(sources.data(), sources.size(), milliseconds_until(deadline));
        if (ready < 0 && errno != EINTR) throw Error("poll: the wait for PostgreSQL failed");
        if (ready == 0 || sources[1].revents != 0) {
            broken_ = true;
            throw Away(ready == 0 ? "PostgreSQL does not answer"
                                  : "PostgreSQL is not waited for any more: the process ends");
        }
        if (ready > 0 && sources[0].revents != 0 && PQconsumeInput(handle_.get()) == 0) return;
    }
}

bool PostgresLink::send_now(char const* sql) noexcept {
    return PQsendQuery(handle_.get(), sql) == 1 && PQflush(handle_.get()) == 0;
}

bool PostgresLink::has_answer() noexcept {
    return is_broken() || PQconsumeInput(handle_.get()) == 0 || PQisBusy(handle_.get()) == 0;
}

bool PostgresLink::is_idle() noexcept {
    if (is_broken()) return false;
    // A server that went away has closed the socket, which shows without asking it.
    return transaction() == PQTRANS_IDLE && !is_readable();
}

bool PostgresLink::is_readable() const noexcept {
    pollfd socket{.fd = PQsocket(handle_.get()), .events = POLLIN, .revents = 0};
    return ::poll(&socket, 1, 0) != 0;
}

} // namespace balcao::db
