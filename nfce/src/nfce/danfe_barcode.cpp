#include "nfce/danfe_barcode.hpp"

#include <array>
#include <cstddef>
#include <stdexcept>
#include <vector>

namespace balcao::nfce::danfe {

namespace {

/// Widths of each symbol by its value (ISO/IEC 15417, table 1).
constexpr auto symbols = std::to_array<std::string_view>({
    "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312",  "132212", "221213", "221312",
    "231212", "112232", "122132", "122231", "113222", "123122", "123221", "223211",  "221132", "221231", "213212",
    "223112", "312131", "311222", "321122", "321221", "312212", "322112", "322211",  "212123", "212321", "232121",
    "111323", "131123", "131321", "112313", "132113", "132311", "211313", "231113",  "231311", "112133", "112331",
    "132131", "113123", "113321", "133121", "313121", "211331", "231131", "213113",  "213311", "213131", "311123",
    "311321", "331121", "312113", "312311", "332111", "314111", "221411", "431111",  "111224", "111422", "121124",
    "121421", "141122", "141221", "112214", "112412", "122114", "122411", "142112",  "142211", "241211", "221114",
    "413111", "241112", "134111", "111242", "121142", "121241", "114212", "124112",  "124211", "411212", "421112",
    "421211", "212141", "214121", "412121", "111143", "111341", "131141", "114113",  "114311", "411113", "411311",
    "113141", "114131", "311141", "411131", "211412", "211214", "211232", "2331112",
});
constexpr std::size_t to_c = 99, to_b = 100, start_b = 104, start_c = 105, stop = 106;

std::size_t digits_at(std::string_view text, std::size_t at) {
    auto const end = text.find_first_not_of("0123456789", at);
    return (end == std::string_view::npos ? text.size() : end) - at;
}

} // namespace

std::string code128(std::string_view text) {
    std::vector<std::size_t> values;
    bool pairs = digits_at(text, 0) >= 2;
    values.push_back(pairs ? start_c : start_b);
    for (std::size_t at = 0; at < text.size();) {
        auto const digits = digits_at(text, at);
        if (pairs && digits >= 2) {
            values.push_back(static_cast<std::size_t>((text[at] - '0') * 10 + (text[at + 1] - '0')));
            at += 2;
        } else if (pairs || (digits >= 4 && digits % 2 == 0)) {
            values.push_back(pairs ? to_b : to_c);
            pairs = !pairs;
        } else {
            if (text[at] < ' ' || text[at] > '~') throw std::invalid_argument("code128: not printable ASCII");
            values.push_back(static_cast<std::size_t>(text[at] - ' '));
            ++at;
        }
    }
    auto check = values.front();
    for (std::size_t i = 1; i < values.size(); ++i) check += i * values[i];
    values.push_back(check % 103);
    values.push_back(stop);
    std::string widths;
    for (auto const value : values) widths += symbols[value];
    return widths;
}

} // namespace balcao::nfce::danfe
