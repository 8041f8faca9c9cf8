#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>

#include "base/text.hpp"
#include "reference/tables.hpp"

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

    enum Found : std::uint8_t { no, inside, word_start };
    /// For each text whether the word occurs in it, and at best where.
    std::vector<Found> find(std::string_view word) const {
        std::vector<Found> found(starts_.size(), no);
        auto const* const begin = all_.data();
        auto const* const end = begin + all_.size();
        for (auto const* at = begin; at < end;) {
            at = static_cast<char const*>(::memmem(at, static_cast<std::size_t>(end - at), word.data(), word.size()));
            if (at == nullptr) break;
            auto const row =
                static_cast<std::size_t>(std::ranges::upper_bound(starts_, static_cast<std::uint32_t>(at - begin)) -
                                         starts_.begin()) -
                1;
            if (at == begin || !is_letter_or_digit(at[-1])) {
                found[row] = word_start;
                at = row + 1 < starts_.size() ? begin + starts_[row + 1] : end; // it cannot get better
            } else {
                if (found[row] == no) found[row] = inside;
                ++at;
            }
        }
        return found;
    }

private:
    std::string all_;
    std::vector<std::uint32_t> starts_;
};

Texts const& texts_of(Table table) {
    // At most one of each, made at the first search.
    static std::array<std::once_flag, 13> made;
    static std::array<std::optional<Texts>, 13> all;
    auto const at = static_cast<std::size_t>(table);
    std::call_once(made.at(at), [&] { all.at(at).emplace(entries(table), table != Table::ncm); });
    return *all.at(at);
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
enum Rank : std::uint8_t { the_code, begins_code, begins_text, whole_words, in_text, beside, none };

class Ranking {
public:
    Ranking(Table table, std::string_view typed)
        : table_(table), folded_(fold(typed)), code_(without_punctuation(folded_)) {
        auto const all = entries(table);
        ranks_.assign(all.size(), folded_.empty() ? in_text : whole_words);
        if (folded_.empty()) return;
        for (auto const& word : words_of(folded_)) add_word(word);
        auto const& texts = texts_of(table);
        for (std::size_t at = 0; at < all.size(); ++at) {
            auto const code = fold_code(all[at].codigo);
            if (!code_.empty() && code == code_) ranks_[at] = the_code;
            else if (!code_.empty() && code.starts_with(code_)) ranks_[at] = begins_code;
            else if (ranks_[at] <= in_text && texts.text(at).starts_with(folded_)) ranks_[at] = begins_text;
        }
    }

    Rank of(std::size_t at) const { return ranks_[at]; }

private:
    // Codes are digits except for units, which are ASCII capitals.
    std::string fold_code(std::string_view code) const {
        return table_ == Table::unidades ? fold(code) : std::string(code);
    }

    void add_word(std::string_view word) {
        auto const all = entries(table_);
        auto const found = texts_of(table_).find(word);
        auto const above = table_ == Table::ncm ? in_path(word) : std::vector<char>{};
        auto const plain = without_punctuation(word);
        for (std::size_t at = 0; at < all.size(); ++at) {
            Rank rank = none;
            if (found[at] == Texts::word_start) rank = whole_words;
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
    std::string folded_;
    std::string code_;
    std::vector<Rank> ranks_;
};

} // namespace

std::vector<Entry const*> search(Table table, Search const& search) {
    auto const all = entries(table);
    Ranking const ranking(table, search.text);
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
