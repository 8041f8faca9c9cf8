#pragma once
// The queue between publishers and one connection with an event stream.

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>

#include "platform/http/http.hpp"

namespace balcao::http {

class EventStream final : public EventSink {
public:
    /// `limit`: bytes that may wait. `wake`: called from any thread when there is work.
    EventStream(std::size_t limit, std::function<void()> wake);

    void send(std::string const& json) override;
    void close() override;
    bool is_open() const override;

    enum class State {
        open,
        closed,   // end after what is queued
        overflown // cut off at once
    };
    /// For the connection: moves queued messages, framed for the wire, into `out`.
    State take(std::string& out);
    /// For the connection, at its end: nothing is queued and `wake` is not called any more.
    void detach();

private:
    std::size_t const limit_;
    mutable std::mutex mutex_;
    std::function<void()> wake_;
    std::string waiting_;
    State state_ = State::open;
};

} // namespace balcao::http
