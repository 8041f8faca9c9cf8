#include "platform/db/standing.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <tuple>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "platform/base/log.hpp"

namespace balcao::db {

namespace {

// The file: written over in place, so what is read while somebody writes is known by its sum.
struct Record {
    std::array<char, 16> header{};
    std::int64_t system = 0, timeline = 0, generation = 0, counter = 0;
    std::int64_t sum = 0;

    std::int64_t right_sum() const {
        std::uint64_t mixed = 0x9e3779b97f4a7c15;
        for (auto const part : {system, timeline, generation, counter})
            mixed = (mixed ^ static_cast<std::uint64_t>(part)) * 0x100000001b3;
        return static_cast<std::int64_t>(mixed);
    }
};
constexpr std::array<char, 16> header{'B', 'A', 'L', 'C', 'A', 'O', '-', 'B', 'A', 'N', 'C', 'O', '-', '1', '\n', '\n'};

class File {
public:
    File(std::filesystem::path const& path, int flags) : descriptor_(::open(path.c_str(), flags | O_CLOEXEC, 0600)) {}
    ~File() {
        if (descriptor_ >= 0) ::close(descriptor_); // and its lock ends
    }
    File(File const&) = delete;
    File& operator=(File const&) = delete;

    int get() const { return descriptor_; }
    bool is_open() const { return descriptor_ >= 0; }
    // Against other writers.
    void lock() const {
        while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
        }
    }

private:
    int const descriptor_;
};

[[noreturn]] void cannot_use(std::filesystem::path const& path, std::string_view why) {
    throw Away(fmt::format("O arquivo {}, que diz qual banco de dados é o atual, não pôde ser usado: {}. Confira a "
                           "permissão e o disco; se ele estiver estragado, rode balcao database accept.",
                           path.string(), why));
}

std::optional<Standing> read(File const& file, std::filesystem::path const& path) {
    constexpr int tries = 100; // a writer is done in microseconds
    for (int i = 0; i < tries; ++i) {
        Record record;
        auto const size = ::pread(file.get(), &record, sizeof record, 0);
        if (size == 0) return std::nullopt; // it was just made
        if (size < 0) cannot_use(path, std::strerror(errno));
        if (size != sizeof record || record.header != header || record.sum != record.right_sum()) continue;
        return Standing{.system = record.system,
                        .timeline = record.timeline,
                        .generation = record.generation,
                        .counter = record.counter};
    }
    cannot_use(path, "não é um deles");
}

void write(File const& file, std::filesystem::path const& path, Standing const& standing) {
    Record record{.header = header,
                  .system = standing.system,
                  .timeline = standing.timeline,
                  .generation = standing.generation,
                  .counter = standing.counter};
    record.sum = record.right_sum();
    auto const written = ::pwrite(file.get(), &record, sizeof record, 0);
    if (written != sizeof record) cannot_use(path, written < 0 ? std::strerror(errno) : "o disco está cheio");
}

// What comes later wins.
auto order_of(Standing const& standing) { return std::tuple(standing.generation, standing.timeline, standing.counter); }

// Makes the file when there is none.
void advance(std::filesystem::path const& path, Standing const& seen) {
    File const file(path, O_RDWR | O_CREAT);
    if (!file.is_open()) cannot_use(path, std::strerror(errno));
    file.lock();
    auto const now = read(file, path);
    if (now && order_of(seen) <= order_of(*now)) return;
    write(file, path, seen);
    if (!now || now->is_same_line(seen)) return;
    log::warning("database_changed", {{"timeline_was", now->timeline},
                                      {"timeline_is", seen.timeline},
                                      {"system_was", std::to_string(now->system)},
                                      {"system_is", std::to_string(seen.system)}});
}

std::string problem_of(Standing const& seen, std::optional<Standing> const& mark) {
    if (seen.is_standby) {
        return "é uma réplica (standby) e não aceita gravações. Ligue o Balcão ao primário: confira "
               "BALCAO_DATABASE_URL, ou para onde o HAProxy aponta. Se nenhum é primário, promova um (com Patroni, "
               "veja patronictl list)";
    }
    if (!mark || seen.generation > mark->generation) return {};
    if (seen.generation < mark->generation) return "foi posto de lado quando outro foi confirmado como o atual";
    if (seen.system != mark->system) return "não é aquele em que o Balcão gravou por último, mas outro servidor";
    if (seen.timeline < mark->timeline) {
        return fmt::format("é um primário antigo: está na linha do tempo {}, e o Balcão já gravou na {}. Falta nele o "
                           "que veio depois da troca",
                           seen.timeline, mark->timeline);
    }
    if (seen.counter >= mark->counter) return {};
    return seen.timeline > mark->timeline ? "perdeu gravações confirmadas quando passou a primário"
                                          : "está atrás do que o Balcão já gravou: é uma cópia mais antiga";
}

} // namespace

// What tells the timeline of a server that is no standby is where it writes its log; the control file's may be that of
// before.
Query const standing_query{"standing", R"sql(
    select c.system_identifier, pg_is_in_recovery()::int::bigint, case when pg_is_in_recovery() then 0
        else ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint end,
        pg_backend_pid()::bigint, coalesce(m.geracao, 0), coalesce(m.marca, 0)
    from pg_control_system() c left join sonda_escrita m on m.id = 1)sql"};
Query const standing_before_mark_query{"standing_before_mark", R"sql(
    select c.system_identifier, pg_is_in_recovery()::int::bigint, case when pg_is_in_recovery() then 0
        else ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint end,
        pg_backend_pid()::bigint, 0::bigint, 0::bigint
    from pg_control_system() c)sql"};

Standing standing_of(Row const& row) {
    return {.system = row.integer(0),
            .timeline = row.integer(2),
            .generation = row.integer(4),
            .counter = row.integer(5),
            .is_standby = row.integer(1) != 0,
            .process = row.integer(3)};
}

Fence::Fence(std::filesystem::path file) : file_(std::move(file)) {}

std::optional<Standing> Fence::mark() const {
    if (file_.empty()) return std::nullopt;
    File const file(file_, O_RDONLY);
    if (!file.is_open() && errno == ENOENT) return std::nullopt;
    if (!file.is_open()) cannot_use(file_, std::strerror(errno));
    auto mark = read(file, file_);
    std::lock_guard const lock(mutex_);
    last_seen_ = mark;
    return mark;
}

bool Fence::has_left(Standing const& seen) const {
    std::lock_guard const lock(mutex_);
    return last_seen_ && !seen.is_same_line(*last_seen_);
}

std::optional<std::string> Fence::judge(Standing const& seen, std::optional<Standing> const& mark,
                                        std::string_view address) const {
    auto const problem = problem_of(seen, mark);
    if (problem.empty()) {
        auto const is_news = !mark || order_of(seen) > order_of(*mark);
        if (is_news && !file_.empty()) {
            advance(file_, seen);
            this->mark();
        }
        return std::nullopt;
    }
    auto sentence = fmt::format("O PostgreSQL em {} {}. Nada é gravado nele.", address, problem);
    if (!seen.is_standby) {
        sentence += " Ligue o Balcão ao banco de dados atual (BALCAO_DATABASE_URL, HAProxy) e tire este do ar. Só se "
                    "este é mesmo o que deve valer, rode balcao database accept.";
    }
    return sentence;
}

void Fence::raise(Standing const& seen) {
    auto const now = mark();
    if (now && now->is_same_line(seen) && seen.counter > now->counter) advance(file_, seen);
    set_refusal(std::nullopt);
}

void Fence::set_refusal(std::optional<std::string> const& sentence) {
    std::lock_guard const lock(mutex_);
    if (sentence && refusal_ != sentence) log::error("database_refused", {{"error", *sentence}});
    if (!sentence && refusal_) log::warning("database_taken_again");
    refusal_ = sentence;
}

std::optional<std::string> Fence::refusal() const {
    std::lock_guard const lock(mutex_);
    return refusal_;
}

} // namespace balcao::db
