#include "selling/receipts/issuing/turns.hpp"

#include <condition_variable>

#include "platform/db/database.hpp"

namespace balcao::receipts {

struct Waiting {
    std::condition_variable granted;
    bool is_granted = false;
};

std::optional<std::int64_t> Turns::Turn::expected() const {
    std::lock_guard const lock(line_->mutex);
    return line_->next;
}

void Turns::Turn::took(std::int64_t numero) {
    std::lock_guard const lock(line_->mutex);
    line_->next = numero + 1;
}

void Turns::Turn::forget() {
    std::lock_guard const lock(line_->mutex);
    line_->next.reset();
}

void Turns::Turn::release() {
    if (!line_) return;
    std::lock_guard const lock(line_->mutex);
    if (!std::exchange(held_, false)) return;
    if (line_->waiting.empty()) {
        line_->is_held = false;
        return;
    }
    auto* const next = line_->waiting.front();
    line_->waiting.pop_front();
    next->is_granted = true;
    next->granted.notify_one(); // under the lock: afterwards it may be gone
}

Turns::Turn Turns::take(CompanyId company, numbers::Series const& series, std::chrono::milliseconds patience) {
    std::shared_ptr<Line> line;
    {
        std::lock_guard const lock(mutex_);
        auto& found = lines_[Key{company, series.ambiente, series.modelo, series.serie}];
        if (!found) found = std::make_shared<Line>();
        line = found;
    }
    std::unique_lock lock(line->mutex);
    if (!line->is_held) {
        line->is_held = true;
        return Turn(line);
    }
    Waiting self;
    line->waiting.push_back(&self);
    if (!self.granted.wait_for(lock, patience, [&] { return self.is_granted; })) {
        std::erase(line->waiting, &self);
        throw db::Busy("too many sales of one series wait for their number");
    }
    return Turn(line);
}

} // namespace balcao::receipts
