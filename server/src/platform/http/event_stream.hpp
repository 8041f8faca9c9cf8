#pragma once
// The queue between whoever publishes and one connection that carries an event stream.

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>

#include "platform/http/http.hpp"

namespace balcao::http {

class EventStream final : public EventSink {
public:
    /// `limit`: bytes that may wait. `wake`: called, from any thread, when there is something to do.
    EventStream(std::size_t limit, std::function<void()> wake);

    void send(std::string const& json) override;
    void close() override;
    bool is_open() const override;

    enum class State {
        open,
        closed,   // end after what is queued
        overflown // cut off at once
    };
    /// For the connection: moves what waits, framed for the wire, into `out`.
    State take(std::string& out);
    /// For the connection, when it ends: nothing is queued and nobody is woken any more.
    void detach();

private:
    std::size_t const limit_;
    mutable std::mutex mutex_;
    std::function<void()> wake_;
    std::string waiting_;
    State state_ = State::open;
};

} // namespace balcao::http
