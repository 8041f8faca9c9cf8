#include "fiscal/numbers/marks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fiscal/numbers/budget_numbers.hpp"
#include "platform/base/log.hpp"

namespace balcao::numbers {

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view header = "BALCAO-NUMEROS-1";
constexpr char producao = 1;
constexpr char homologacao = 2;
constexpr char orcamentos = 3;

char code_of(std::string_view ambiente) {
    if (ambiente == budget_numbers) return orcamentos;
    return ambiente == "producao" ? producao : homologacao;
}

std::string name_of(char code) {
    if (code == orcamentos) return std::string(budget_numbers);
    return code == producao ? "producao" : "homologacao";
}

struct Record {
    Uuid::Bytes company{};
    char ambiente = 0;
    char modelo = 0;
    std::uint16_t serie = 0;
    std::uint32_t zeros = 0;
    std::int64_t numero = 0;
};
static_assert(sizeof(Record) == 32);
constexpr std::int64_t number_at = offsetof(Record, numero);

// One process at a time, for as long as this lives.
class FileLock {
public:
    explicit FileLock(int descriptor) : descriptor_(descriptor) {
        while (::flock(descriptor_, LOCK_EX) != 0) {
            if (errno != EINTR) throw std::runtime_error(std::strerror(errno));
        }
    }
    ~FileLock() { ::flock(descriptor_, LOCK_UN); }
    FileLock(FileLock const&) = delete;
    FileLock& operator=(FileLock const&) = delete;

private:
    int const descriptor_;
};

bool has_mark(Series const& series) { return series.ambiente != "simulador"; }

void write_at(int descriptor, std::int64_t at, void const* bytes, std::size_t size) {
    auto const written = ::pwrite(descriptor, bytes, size, at);
    if (written != static_cast<ssize_t>(size))
        throw std::runtime_error(written < 0 ? std::strerror(errno) : "no space left");
}

} // namespace

Marks::Marks(std::filesystem::path file) : file_(std::move(file)) {
    descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    auto const refuse = [&](std::string const& why) {
        if (descriptor_ >= 0) ::close(descriptor_);
        throw std::runtime_error(
            "O arquivo dos últimos números " + file_.string() + " não pôde ser usado: " + why +
            ". Confira a permissão e o disco; se ele estiver estragado, tire-o e confirme o próximo "
            "número de cada série.");
    };
    if (descriptor_ < 0) refuse(std::strerror(errno));
    try {
        FileLock const lock(descriptor_);
        std::array<char, header.size()> begin{};
        auto const size = ::pread(descriptor_, begin.data(), begin.size(), 0);
        if (size == 0) write_at(descriptor_, 0, header.data(), header.size());
        else if (std::string_view(begin.data(), begin.size()) != header) throw std::runtime_error("não é um deles");
        end_ = header.size();
        read_new_slots();
    } catch (std::runtime_error const& error) {
        refuse(error.what());
    }
}

Marks::~Marks() { ::close(descriptor_); }

Marks::Key Marks::key_of(CompanyId company, Series const& series) {
    return {company, code_of(series.ambiente), static_cast<char>(series.modelo == modelo_nfce ? 0 : series.modelo),
            static_cast<std::uint16_t>(series.serie)};
}

// What was not written to its end when a process died is no record.
void Marks::read_new_slots() {
    Record record;
    while (::pread(descriptor_, &record, sizeof record, end_) == sizeof record) {
        slots_.emplace(Key{CompanyId{Uuid{record.company}}, record.ambiente, record.modelo, record.serie}, end_);
        end_ += sizeof record;
    }
}

std::int64_t Marks::read_number(std::int64_t at) const {
    std::int64_t numero = 0;
    if (::pread(descriptor_, &numero, sizeof numero, at + number_at) != sizeof numero)
        throw std::runtime_error("a mark cannot be read: " + file_.string());
    return numero;
}

std::int64_t Marks::highest(CompanyId company, Series const& series) {
    if (!has_mark(series)) return 0;
    std::lock_guard const lock(mutex_);
    auto found = slots_.find(key_of(company, series));
    if (found == slots_.end()) {
        read_new_slots();
        found = slots_.find(key_of(company, series));
    }
    return found == slots_.end() ? 0 : read_number(found->second);
}

std::vector<Mark> Marks::all() {
    std::lock_guard const lock(mutex_);
    read_new_slots();
    std::vector<Mark> marks;
    for (auto const& [key, at] : slots_) {
        auto const& [company, ambiente, modelo, serie] = key;
        marks.push_back(
            {.company = company,
             .series = {.ambiente = name_of(ambiente), .modelo = modelo == 0 ? modelo_nfce : modelo, .serie = serie},
             .numero = read_number(at)});
    }
    return marks;
}

void Marks::note(CompanyId company, Series const& series, std::int64_t numero) {
    if (!has_mark(series)) return;
    try {
        std::lock_guard const lock(mutex_);
        FileLock const others(descriptor_);
        auto const key = key_of(company, series);
        read_new_slots();
        auto const found = slots_.find(key);
        auto const at = found == slots_.end() ? add_slot(key) : found->second;
        if (read_number(at) < numero) write_at(descriptor_, at + number_at, &numero, sizeof numero);
    } catch (std::exception const& error) {
        log::error("number_not_marked", {{"company", company.to_string()}, {"error", error.what()}});
    }
}

std::int64_t Marks::add_slot(Key const& key) {
    auto const& [company, ambiente, modelo, serie] = key;
    Record record{.ambiente = ambiente, .modelo = modelo, .serie = serie};
    std::ranges::copy(company.uuid().bytes(), record.company.begin());
    auto const at = end_;
    write_at(descriptor_, at, &record, sizeof record);
    slots_.emplace(key, at);
    end_ += sizeof record;
    return at;
}

} // namespace balcao::numbers
