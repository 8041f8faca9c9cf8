// Search texts: whatever is typed, SQLite's text index understands the question that is made of it.

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include <sqlite3.h>

#include "platform/base/text.hpp"
#include "platform/db/list_search.hpp"

namespace {

struct Close {
    void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
};

std::unique_ptr<sqlite3, Close> text_index() {
    sqlite3* db = nullptr;
    sqlite3_open(":memory:", &db);
    sqlite3_exec(db, "create virtual table t using fts5(busca, tokenize = 'trigram case_sensitive 1', detail = none)",
                 nullptr, nullptr, nullptr);
    return std::unique_ptr<sqlite3, Close>(db);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    static auto const db = text_index();
    std::string_view const typed(reinterpret_cast<char const*>(data), size);
    if (!balcao::is_utf8(typed)) return 0; // nothing else reaches a list
    balcao::db::RecordList list{};
    list.search = typed;
    balcao::db::Search const search(balcao::db::Dialect::sqlite, list);
    if (search.match().empty()) return 0;

    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(db.get(), "select 1 from t where t match ?", -1, &statement, nullptr) != SQLITE_OK)
        std::abort();
    sqlite3_bind_text(statement, 1, search.match().data(), static_cast<int>(search.match().size()), SQLITE_STATIC);
    auto const result = sqlite3_step(statement);
    sqlite3_finalize(statement);
    if (result != SQLITE_DONE && result != SQLITE_ROW) std::abort();
    return 0;
}
