#pragma once
// Official tables of the NF-e, by code and text: from reference-data/ in the binary, or the set in force
// (fiscal_tables.hpp). Loaded at first use; any thread. Texts and entries live to the end of the program.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace balcao::reference {

/// cclasstrib: those in force that an NFC-e may use. cfop: without group titles.
enum class Table {
    ncm,
    cest,
    cfop,
    unidades,
    cenq,
    origem,
    cst_icms,
    csosn,
    cst_pis,
    cst_cofins,
    cst_ipi,
    cst_ibscbs,
    cclasstrib,
};
/// By name in the API: `cst_icms`.
std::optional<Table> table_named(std::string_view name);

/// Texts live as long as the program.
struct Entry {
    std::string_view codigo; // without punctuation
    std::string_view descricao;
    std::string_view group; // cest: segment; cenq: group; cfop: direction and scope
    std::string_view
        fits; // separated by `|`: cest: beginnings of NCM, none: any; cenq: CST of IPI, none: any; cclasstrib: CST
    std::int32_t parent = -1; // ncm: position of the heading above in headings()
};

/// All entries, by code except unidades.
std::span<Entry const> entries(Table table);
/// Upper levels of the NCM, by code.
std::span<Entry const> headings();

/// nullptr for an unknown code.
Entry const* find_in(Table table, std::string_view codigo);
inline Entry const* find_ncm(std::string_view codigo) { return find_in(Table::ncm, codigo); }
inline Entry const* find_cfop(std::string_view codigo) { return find_in(Table::cfop, codigo); }
/// NCM prefixes that the trade means by a folded singular word: 'laje' is 6810. Often none.
std::vector<std::string_view> ncm_of_trade_word(std::string_view word);
/// False for an unknown CEST.
bool cest_fits_ncm(std::string_view cest, std::string_view ncm);
/// False if NFC-e has no such class.
bool cclasstrib_fits_cst(std::string_view cclasstrib, std::string_view cst);

/// Context of an entry: the path of NCM headings, else its group, or empty.
std::string detail_of(Table table, Entry const& entry);

struct Search {
    std::string_view text{};
    std::string_view ncm{};              // cest: only those that fit; empty: all
    std::string_view cst{};              // cclasstrib, cenq: only those of this CST; empty: all
    std::span<std::string const> used{}; // codes that come first where they match
    std::optional<std::size_t> limit{};  // without one: 20, and a short table without text comes whole
};
/// Searches by the beginning of the code (ignoring punctuation) or by all words of text and context (ignoring accents,
/// case, plurals). Best first: the code itself, used ones, code prefixes, trade words (`ncm_palavras.csv`), texts that
/// begin so, texts with all words, with their beginnings, with parts of words or hyphenated names, the rest; table
/// order among equals.
std::vector<Entry const*> search(Table table, Search const& search);

} // namespace balcao::reference
