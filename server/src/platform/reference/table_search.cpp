#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <mutex>

#include "platform/base/text.hpp"
#include "platform/reference/tables.hpp"

namespace balcao::reference {

namespace {

constexpr std::size_t default_limit = 20;
constexpr std::size_t short_table = 150;

bool is_letter_or_digit(char c) {
    return static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

std::string without_punctuation(std::string_view text) {
    std::string plain;
    std::ranges::copy_if(text, std::back_inserter(plain), is_letter_or_digit);
    return plain;
}

// Of a folded word in Portuguese: 'lajes' is laje, 'cordoes' cordao, 'materiais' material, 'flores' flor.
std::string singular(std::string_view word) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> endings{
        {{"oes", "ao"}, {"ais", "al"}, {"eis", "el"}, {"ns", "m"}, {"res", "r"}}};
    if (word.size() < 4) return std::string(word);
    for (auto const& [plural, one] : endings)
        if (word.ends_with(plural)) return std::string(word.substr(0, word.size() - plural.size())) + std::string(one);
    return std::string(word.ends_with('s') ? word.substr(0, word.size() - 1) : word);
}

// What a word and all its forms begin with.
std::string_view stem(std::string_view word) {
    if (word.size() < 4) return word;
    for (std::string_view const ending : {"oes", "ais", "eis", "ns", "res", "ao", "al", "el", "m", "r", "s"})
        if (word.ends_with(ending)) return word.substr(0, word.size() - ending.size());
    return word;
}

// Folded texts in one string, so that a word is found in all of them in one go.
class Texts {
public:
    explicit Texts(std::span<Entry const> entries, bool with_group) {
        starts_.reserve(entries.size());
        for (auto const& entry : entries) {
            starts_.push_back(static_cast<std::uint32_t>(all_.size()));
            all_ += fold(entry.descricao);
            if (with_group && !entry.group.empty()) all_ += '\t' + fold(entry.group);
            all_ += '\n';
        }
        all_.shrink_to_fit();
    }

    std::string_view text(std::size_t at) const {
        auto const end = at + 1 < starts_.size() ? starts_[at + 1] : all_.size();
        return std::string_view(all_).substr(starts_[at], end - starts_[at] - 1);
    }

    enum Found : std::uint8_t { no, inside, word_start, whole_word };
    /// For each text whether the word occurs in it, and at best how: as a word or its plural, at the beginning of one,
    /// or inside of one or of a hyphenated name.
    std::vector<Found> find(std::string_view word) const {
        std::vector<Found> found(starts_.size(), no);
        auto const one = singular(word);
        auto const needle = stem(word);
        auto const* const begin = all_.data();
        auto const* const end = begin + all_.size();
        for (auto const* at = begin; at < end; ++at) {
            at = static_cast<char const*>(
                ::memmem(at, static_cast<std::size_t>(end - at), needle.data(), needle.size()));
            if (at == nullptr) break;
            auto const offset = static_cast<std::uint32_t>(at - begin);
            auto const row = static_cast<std::size_t>(std::ranges::upper_bound(starts_, offset) - starts_.begin()) - 1;
            found[row] = std::max(found[row], how(offset, word, one));
        }
        return found;
    }

private:
    Found how(std::size_t at, std::string_view word, std::string_view one) const {
        auto const rest = std::string_view(all_).substr(at);
        bool const is_start = at == 0 || (!is_letter_or_digit(all_[at - 1]) && all_[at - 1] != '-');
        auto const length = static_cast<std::size_t>(std::ranges::find_if_not(rest, is_letter_or_digit) - rest.begin());
        if (is_start && singular(rest.substr(0, length)) == one) return whole_word;
        if (!rest.starts_with(word)) return no;
        return is_start ? word_start : inside;
    }

    std::string all_;
    std::vector<std::uint32_t> starts_;
};

Texts const& texts_of(Table table, std::span<Entry const> rows) {
    // One of each table in force, made at the first search.
    static std::mutex mutex;
    static std::map<Entry const*, Texts> all;
    std::lock_guard const lock(mutex);
    return all.try_emplace(rows.data(), rows, table != Table::ncm).first->second;
}

Texts const& heading_texts() {
    static Texts const texts(headings(), false);
    return texts;
}

// For each heading whether the word occurs in it or above it.
std::vector<char> in_path(std::string_view word) {
    auto const above = headings();
    auto const own = heading_texts().find(word);
    std::vector<char> found(above.size());
    // By code, so that a heading stands before those below it.
    for (std::size_t at = 0; at < above.size(); ++at) {
        found[at] =
            own[at] != Texts::no || (above[at].parent >= 0 && found[static_cast<std::size_t>(above[at].parent)] != 0)
                ? 1
                : 0;
    }
    return found;
}

bool is_listed(std::string_view list, std::string_view one) {
    while (!list.empty()) {
        auto const end = std::min(list.find('|'), list.size());
        if (list.substr(0, end) == one) return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

bool is_wanted(Table table, Entry const& entry, Search const& search) {
    if (table == Table::cest && !search.ncm.empty()) return cest_fits_ncm(entry.codigo, search.ncm);
    if (search.cst.empty()) return true;
    if (table == Table::cclasstrib) return entry.fits == search.cst;
    if (table == Table::cenq) return entry.fits.empty() || is_listed(entry.fits, search.cst);
    return true;
}

std::vector<std::string> words_of(std::string_view folded) {
    std::vector<std::string> words;
    std::size_t at = 0;
    while (at < folded.size()) {
        auto const end = std::min(folded.find(' ', at), folded.size());
        if (end > at) words.emplace_back(folded.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

// How good a match is; lower is better.
enum Rank : std::uint8_t {
    the_code,
    used,
    begins_code,
    by_trade_word,
    begins_text,
    whole_words,
    word_starts,
    in_text,
    beside,
    none
};

class Ranking {
public:
    Ranking(Table table, std::span<Entry const> all, Search const& search)
        : table_(table), all_(all), folded_(fold(search.text)), code_(without_punctuation(folded_)) {
        ranks_.assign(all.size(), folded_.empty() ? in_text : by_trade_word);
        if (!folded_.empty()) rank_matches();
        for (std::size_t at = 0; at < all.size(); ++at) {
            bool const is_used = std::ranges::find(search.used, all[at].codigo) != search.used.end();
            if (is_used && ranks_[at] > used && ranks_[at] != none) ranks_[at] = used;
        }
    }

    Rank of(std::size_t at) const { return ranks_[at]; }

private:
    void rank_matches() {
        for (auto const& word : words_of(folded_)) add_word(word);
        auto const& texts = texts_of(table_, all_);
        for (std::size_t at = 0; at < all_.size(); ++at) {
            auto const code = fold_code(all_[at].codigo);
            if (!code_.empty() && code == code_) ranks_[at] = the_code;
            else if (!code_.empty() && code.starts_with(code_)) ranks_[at] = begins_code;
            else if (ranks_[at] > begins_text && ranks_[at] <= in_text && texts.text(at).starts_with(folded_))
                ranks_[at] = begins_text;
        }
    }

    // Codes are digits except for units, which are ASCII capitals.
    std::string fold_code(std::string_view code) const {
        return table_ == Table::unidades ? fold(code) : std::string(code);
    }

    void add_word(std::string_view word) {
        auto const all = all_;
        auto const found = texts_of(table_, all).find(word);
        auto const above = table_ == Table::ncm ? in_path(word) : std::vector<char>{};
        auto const plain = without_punctuation(word);
        auto const traded = table_ == Table::ncm ? ncm_of_trade_word(singular(word)) : std::vector<std::string_view>{};
        for (std::size_t at = 0; at < all.size(); ++at) {
            auto const begins = [&](std::string_view beginning) { return all[at].codigo.starts_with(beginning); };
            Rank rank = none;
            if (std::ranges::any_of(traded, begins)) rank = by_trade_word;
            else if (found[at] == Texts::whole_word) rank = whole_words;
            else if (found[at] == Texts::word_start) rank = word_starts;
            else if (found[at] == Texts::inside) rank = in_text;
            else if (!above.empty() && all[at].parent >= 0 && above[static_cast<std::size_t>(all[at].parent)] != 0) {
                rank = beside;
            } else if (!plain.empty() && all[at].codigo.starts_with(plain)) {
                rank = beside;
            }
            ranks_[at] = std::max(ranks_[at], rank);
        }
    }

    Table table_;
    std::span<Entry const> all_;
    std::string folded_;
    std::string code_;
    std::vector<Rank> ranks_;
};

} // namespace

std::vector<Entry const*> search(Table table, Search const& search) {
    auto const all = entries(table);
    Ranking const ranking(table, all, search);
    std::array<std::vector<Entry const*>, none> found;
    for (std::size_t at = 0; at < all.size(); ++at)
        if (ranking.of(at) != none && is_wanted(table, all[at], search)) found.at(ranking.of(at)).push_back(&all[at]);
    std::vector<Entry const*> best;
    for (auto const& rank : found) best.insert(best.end(), rank.begin(), rank.end());
    auto const is_whole = !search.limit && fold(search.text).empty() && best.size() <= short_table;
    if (!is_whole) best.resize(std::min(best.size(), search.limit.value_or(default_limit)));
    return best;
}

} // namespace balcao::reference
