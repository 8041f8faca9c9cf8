#include "sefaz/simulator/answer_spoiling.hpp"

#include "nfce/digest.hpp"
#include "nfce/key.hpp"

namespace balcao::sefaz::simulator {

namespace {

constexpr std::string_view open_digest = "<digVal>", close_digest = "</digVal>";
constexpr std::size_t last_of_cNF = 42;

/// Another receipt's key: the same number with another cNF.
std::string another_key(std::string key) {
    key[last_of_cNF] = key[last_of_cNF] == '9' ? '0' : static_cast<char>(key[last_of_cNF] + 1);
    key[43] = nfce::key_check_digit(std::string_view(key).substr(0, 43));
    return key;
}

std::string key_in(std::string_view result) {
    constexpr std::string_view open = "<chNFe>";
    auto const at = result.find(open);
    auto const key = at == std::string_view::npos ? "" : std::string(result.substr(at + open.size(), 44));
    return nfce::is_valid_key(key) ? key : "";
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

void change_digest(std::string& result) {
    auto const at = result.find(open_digest), end = result.find(close_digest);
    if (at == std::string::npos || end == std::string::npos) return;
    auto const begin = at + open_digest.size();
    auto const old = result.substr(begin, end - begin);
    result.replace(begin, end - begin, nfce::base64(nfce::sha1({old})));
}

} // namespace

void spoil(Verdict& verdict, Misdeed misdeed, nfce::Service service, Inquiry const& inquiry) {
    auto& result = verdict.result;
    switch (misdeed) {
    case Misdeed::doubled: result += result; break;
    case Misdeed::foreign:
        result = service == nfce::Service::status ? services::query.refuse(inquiry, Code(217)).result
                                                  : services::status.tell(inquiry, Code(107)).result;
        break;
    case Misdeed::other_key:
        if (auto const key = key_in(result); !key.empty()) replace_all(result, key, another_key(key));
        break;
    case Misdeed::wrong_digest: change_digest(result); break;
    default: break;
    }
}

} // namespace balcao::sefaz::simulator
