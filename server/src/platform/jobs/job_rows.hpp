#pragma once
// How a run leaves its row of `tarefas`. Both change nothing when the row is another run's by now.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "platform/base/ids.hpp"
#include "platform/db/database.hpp"

namespace balcao::jobs {

// What leaves a handler.
struct Lost {};    // the job is no longer this run's: another has it, or it was cancelled
struct Stopped {}; // the server stops

struct End {
    std::string_view estado; // concluida, falhou
    std::optional<std::string> erro{};
};
void end_row(db::Transaction& transaction, Uuid const& job, std::string_view token, End const& end);

struct Again {
    std::chrono::milliseconds in{0};
    std::int64_t attempts_used = 0;
    std::optional<std::string> erro{};
};
void give_back_row(db::Transaction& transaction, Uuid const& job, std::string_view token, Again const& again);

} // namespace balcao::jobs
