#pragma once
// Interrupts waiting threads.

#include <atomic>

namespace balcao::db {

/// Raised once. Thread-safe.
class Interruption {
public:
    /// Throws Error without free file descriptors.
    Interruption();
    ~Interruption();
    Interruption(Interruption const&) = delete;
    Interruption& operator=(Interruption const&) = delete;

    void raise();
    bool is_raised() const { return is_raised_; }
    /// Readable for poll() once raised.
    int fd() const { return fd_; }

private:
    int const fd_;
    std::atomic<bool> is_raised_ = false;
};

} // namespace balcao::db
