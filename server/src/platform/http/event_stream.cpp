#include "platform/http/event_stream.hpp"

#include <utility>

namespace balcao::http {

EventStream::EventStream(std::size_t limit, std::function<void()> wake) : limit_(limit), wake_(std::move(wake)) {}

void EventStream::send(std::string const& json) {
    std::lock_guard const lock(mutex_);
    if (state_ != State::open) return;
    if (waiting_.size() + json.size() > limit_) {
        state_ = State::overflown;
    } else {
        waiting_ += "data: ";
        for (char const c : json) {
            if (c == '\n') waiting_ += "\ndata: ";
            else if (c != '\r') waiting_ += c;
        }
        waiting_ += "\n\n";
    }
    wake_();
}

void EventStream::close() {
    std::lock_guard const lock(mutex_);
    if (state_ != State::open) return;
    state_ = State::closed;
    wake_();
}

bool EventStream::is_open() const {
    std::lock_guard const lock(mutex_);
    return state_ == State::open;
}

EventStream::State EventStream::take(std::string& out) {
    std::lock_guard const lock(mutex_);
    out = std::exchange(waiting_, {});
    return state_;
}

void EventStream::detach() {
    std::lock_guard const lock(mutex_);
    state_ = State::closed;
    wake_ = nullptr;
}

} // namespace balcao::http
