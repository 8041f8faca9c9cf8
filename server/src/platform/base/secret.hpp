#pragma once
// Text that must not reach logs, answers or memory dumps.

#include <string>
#include <string_view>
#include <utility>

#include <sodium.h>

namespace balcao {

/// A password or key. No stream operator, no JSON; wipes its memory on destruction.
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

    /// A view of the text; do not store it.
    std::string_view reveal() const { return text_; }

private:
    void wipe() {
        sodium_memzero(text_.data(), text_.size());
        text_.clear();
    }
    std::string text_;
};

} // namespace balcao
