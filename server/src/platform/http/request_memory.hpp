#pragma once
// Limits the memory of request bodies, in total and per address.

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace balcao::http {

/// Thread-safe.
class RequestMemory {
public:
    RequestMemory(std::size_t total, std::size_t per_address) : total_(total), per_address_(per_address) {}
    RequestMemory(RequestMemory const&) = delete;
    RequestMemory& operator=(RequestMemory const&) = delete;

    /// The bytes held by one request, released on destruction. Used by one thread at a time.
    class Share {
    public:
        explicit Share(RequestMemory& memory) : memory_(memory) {}
        ~Share();
        Share(Share const&) = delete;
        Share& operator=(Share const&) = delete;

        /// Sets the address it counts for; call first.
        void belong_to(std::string_view address);
        /// Whether so many bytes are available now.
        bool could_hold(std::size_t bytes) const;
        /// Raises it to so many bytes. False: not available; unchanged.
        bool hold(std::size_t bytes);

    private:
        RequestMemory& memory_;
        std::string address_;
        std::size_t held_ = 0;
    };

    std::size_t held() const;

private:
    bool has_room(std::string const& address, std::size_t more) const; // mutex_ is locked

    std::size_t const total_;
    std::size_t const per_address_;
    mutable std::mutex mutex_;
    std::size_t held_ = 0;                                    // guarded by mutex_
    std::unordered_map<std::string, std::size_t> by_address_; // guarded by mutex_; those that hold something
};

} // namespace balcao::http
