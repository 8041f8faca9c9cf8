#include "platform/http/request_memory.hpp"

#include "platform/http/trusted_proxies.hpp"

namespace balcao::http {

RequestMemory::Share::~Share() {
    if (held_ == 0) return;
    std::lock_guard const lock(memory_.mutex_);
    memory_.held_ -= held_;
    auto const entry = memory_.by_address_.find(address_);
    entry->second -= held_;
    if (entry->second == 0) memory_.by_address_.erase(entry);
}

void RequestMemory::Share::belong_to(std::string_view address) { address_ = network_of(address); }

bool RequestMemory::Share::could_hold(std::size_t bytes) const {
    if (bytes <= held_) return true;
    std::lock_guard const lock(memory_.mutex_);
    return memory_.has_room(address_, bytes - held_);
}

bool RequestMemory::Share::hold(std::size_t bytes) {
    if (bytes <= held_) return true;
    std::lock_guard const lock(memory_.mutex_);
    auto const more = bytes - held_;
    if (!memory_.has_room(address_, more)) return false;
    memory_.held_ += more;
    memory_.by_address_[address_] += more;
    held_ = bytes;
    return true;
}

std::size_t RequestMemory::held() const {
    std::lock_guard const lock(mutex_);
    return held_;
}

bool RequestMemory::has_room(std::string const& address, std::size_t more) const {
    auto const entry = by_address_.find(address);
    auto const of_address = entry == by_address_.end() ? 0 : entry->second;
    return held_ + more <= total_ && of_address + more <= per_address_;
}

} // namespace balcao::http
