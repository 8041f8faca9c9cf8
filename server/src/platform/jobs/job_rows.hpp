#pragma once
// Final states of a run in `tarefas`. Both do nothing if the row belongs to another run.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "platform/base/ids.hpp"
#include "platform/db/database.hpp"

namespace balcao::jobs {

// Exceptions that leave a handler.
struct Lost {};    // another run has the job, or it was cancelled
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
