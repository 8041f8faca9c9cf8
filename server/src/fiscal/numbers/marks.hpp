#pragma once
// The last number taken of each series, kept outside the database and its backups (`numeros.max` in the data folder):
// a backup that is put back would count on from numbers that SEFAZ has already, and no query by number exists.
//
// The file: "BALCAO-NUMEROS-1", then 32 bytes a series: company (16), environment (1: 1 produção, 2 homologação), model
// (1: 0 for 65, else its number), series (2), 0 (4), number (8); integers little-endian. A number is written over by
// one pwrite of its eight bytes, without fsync: a mark that lags behind is harmless, one that is ahead would stop
// selling.

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "fiscal/numbers/numbers.hpp"
#include "platform/base/ids.hpp"

namespace balcao::numbers {

struct Mark {
    CompanyId company;
    Series series;
    std::int64_t numero = 0;
};

/// Thread-safe; several processes may share the file. The simulator's numbers have no marks: its memory may be wiped.
class Marks {
public:
    /// Makes the file when there is none. Throws std::runtime_error with a sentence when it cannot be used.
    explicit Marks(std::filesystem::path file);
    ~Marks();
    Marks(Marks const&) = delete;
    Marks& operator=(Marks const&) = delete;

    /// 0: none was taken here.
    std::int64_t highest(CompanyId company, Series const& series);
    std::vector<Mark> all();
    /// After the commit that took it. A lower number changes nothing. What cannot be written is logged: the mark lags.
    void note(CompanyId company, Series const& series, std::int64_t numero);

private:
    using Key = std::tuple<CompanyId, char, char, std::uint16_t>;

    static Key key_of(CompanyId company, Series const& series);
    void read_new_slots();
    std::int64_t read_number(std::int64_t at) const;
    std::int64_t add_slot(Key const& key);

    std::filesystem::path const file_;
    int descriptor_ = -1;
    std::mutex mutex_;
    std::map<Key, std::int64_t> slots_; // where its record begins; guarded by mutex_
    std::int64_t end_ = 0;              // of the records that were read; guarded by mutex_
};

} // namespace balcao::numbers
