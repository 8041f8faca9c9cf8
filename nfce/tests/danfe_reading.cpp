#include "danfe_reading.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace balcao::nfce::test {

namespace {

/// The PDF as a file, which goes with all that was made of it.
class Stored {
public:
    explicit Stored(std::string const& pdf)
        : base_((std::filesystem::temp_directory_path() / ("nfce_danfe_" + std::to_string(getpid()))).string()) {
        std::ofstream(base_ + ".pdf", std::ios::binary) << pdf;
    }
    Stored(Stored const&) = delete;
    Stored& operator=(Stored const&) = delete;
    ~Stored() { output_of("rm -f " + base_ + "*"); }
    std::string const& base() const { return base_; }
    std::string text() const { return output_of("pdftotext -layout " + base_ + ".pdf -"); }

private:
    std::string base_;
};

} // namespace

std::string output_of(std::string const& command) {
    std::string text;
    auto* pipe = popen(command.c_str(), "r");
    std::array<char, 4096> buffer;
    for (std::size_t size; (size = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) text.append(buffer.data(), size);
    pclose(pipe);
    return text;
}

ReadBack read_back(std::string const& pdf) {
    Stored const stored(pdf);
    ReadBack back{stored.text(), {}};
    // A QR code is on one of the last two pages; reading pictures takes long.
    auto const pages = std::ranges::count(back.text, '\f');
    output_of("pdftoppm -r 203 -png -f " + std::to_string(std::max<std::ptrdiff_t>(pages - 1, 1)) + " " +
              stored.base() + ".pdf " + stored.base());
    back.codes = output_of("zbarimg -q --raw " + stored.base() + "*.png 2>/dev/null | sort -u");
    while (back.codes.ends_with('\n')) back.codes.pop_back();
    return back;
}

std::string text_of(std::string const& pdf) { return Stored(pdf).text(); }

std::vector<std::string> pages_of(std::string const& text) {
    std::vector<std::string> pages;
    std::size_t from = 0;
    for (auto end = text.find('\f'); end != std::string::npos; from = end + 1, end = text.find('\f', from))
        pages.push_back(text.substr(from, end - from));
    return pages;
}

ForeignReceipt authorised(ForeignReceipt receipt) {
    receipt.protocol = Protocol{.tpAmb = receipt.nfce.ide.tpAmb,
                                .cStat = 100,
                                .xMotivo = "Autorizado",
                                .chNFe = receipt.nfce.chave,
                                .nProt = "135260000000001",
                                .digVal = receipt.digest_value,
                                .dhRecbto = "2026-11-20T10:15:31-03:00",
                                .messages = {}};
    return receipt;
}

} // namespace balcao::nfce::test
