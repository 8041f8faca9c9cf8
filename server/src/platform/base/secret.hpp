#pragma once
// Text that must never reach a log, an answer or a core of memory longer than needed.

#include <string>
#include <string_view>
#include <utility>

#include <sodium.h>

namespace balcao {

/// Holds a password or key. Has no stream operator and no JSON; wipes its memory when it goes.
class Secret {
public:
    Secret() = default;
    explicit Secret(std::string text) : text_(std::move(text)) {}
    Secret(Secret&& other) noexcept : text_(std::move(other.text_)) { other.wipe(); }
    Secret& operator=(Secret&& other) noexcept {
        if (this != &other) {
            wipe();
            text_ = std::move(other.text_);
            other.wipe();
        }
        return *this;
    }
    Secret(Secret const&) = delete;
    Secret& operator=(Secret const&) = delete;
    ~Secret() { wipe(); }

    /// The text itself; do not keep it.
    std::string_view reveal() const { return text_; }

private:
    void wipe() {
        sodium_memzero(text_.data(), text_.size());
        text_.clear();
    }
    std::string text_;
};

} // namespace balcao
