#include "nfce/xml_writer.hpp"

#include <algorithm>

namespace balcao::nfce {

void XmlWriter::grow(std::size_t more) {
    auto const used = size();
    resize(2 * (used + more));
    at_ = buffer_.data() + used;
}

bool XmlWriter::append_escaped(std::string_view value, char special, std::string_view escape) {
    // Most texts are plain and take the short way.
    if (std::ranges::all_of(
            value, [special](char c) { return c >= 0x20 && c <= 0x7E && c != '&' && c != '<' && c != special; })) {
        raw(value);
        return true;
    }
    std::size_t written = 0; // everything before is in the buffer
    for (std::size_t at = 0; at < value.size(); ++at) {
        char const c = value[at];
        auto const byte = static_cast<unsigned char>(c);
        if (c == '&' || c == '<' || c == special) {
            raw(value.substr(written, at - written));
            raw(c == '&' ? "&amp;" : c == '<' ? "&lt;" : escape);
            written = at + 1;
        } else if (byte < 0x20 || byte > 0x7E) {
            // Latin-1 above ASCII, as two bytes of UTF-8: C2 A0–BF, C3 80–BF.
            auto const next = at + 1 < value.size() ? static_cast<unsigned char>(value[at + 1]) : 0U;
            if ((byte != 0xC2 && byte != 0xC3) || next < (byte == 0xC2 ? 0xA0U : 0x80U) || next > 0xBFU) return false;
            ++at;
        }
    }
    raw(value.substr(written));
    return true;
}

void write_infNFe(XmlWriter& writer, Nfce const& nfce) { layout::describe_infNFe(writer, nfce); }

} // namespace balcao::nfce
