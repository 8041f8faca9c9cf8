#include "platform/http/static_files.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "platform/base/text.hpp"

namespace balcao::http {

namespace {

using Digest = std::array<unsigned char, 32>;

Digest sha256(std::string_view bytes) {
    Digest digest{};
    unsigned size = digest.size();
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1)
        throw std::runtime_error("SHA-256 is not available");
    return digest;
}

std::string base64(Digest const& digest) {
    std::array<unsigned char, 4 * ((std::tuple_size_v<Digest> + 2) / 3) + 1> text{};
    auto const size = EVP_EncodeBlock(text.data(), digest.data(), static_cast<int>(digest.size()));
    return {text.begin(), text.begin() + size};
}

std::string hex_start(Digest const& digest) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (std::size_t i = 0; i < 8; ++i) {
        text += digits[digest[i] >> 4U];
        text += digits[digest[i] & 0x0FU];
    }
    return text;
}

std::string read_file(std::filesystem::path const& path) {
    std::ifstream file(path, std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw std::runtime_error("Não foi possível ler o arquivo " + path.string() + ".");
    return content;
}

std::string_view content_type_of(std::filesystem::path const& path) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 17> types{{
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".map", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".txt", "text/plain; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
        {".webp", "image/webp"},
        {".avif", "image/avif"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".woff", "font/woff"},
        {".wasm", "application/wasm"},
    }};
    auto const extension = path.extension().string();
    auto const* found =
        std::ranges::find(types, std::string_view(extension), &std::pair<std::string_view, std::string_view>::first);
    return found == types.end() ? "application/octet-stream" : found->second;
}

// Vite names its output name-XXXXXXXX.ext: eight or more characters of URL-safe base64 that change with the content.
bool has_hashed_name(std::string_view path) {
    if (!path.starts_with("/assets/")) return false;
    auto const name = path.substr(path.rfind('/') + 1);
    auto const stem = name.substr(0, name.find('.'));
    if (stem.size() < 10 || stem.size() == name.size()) return false;
    auto const hash = stem.substr(stem.size() - 8);
    auto const in_alphabet = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
    };
    return stem[stem.size() - 9] == '-' && std::ranges::all_of(hash, in_alphabet);
}

// Hashes of the scripts that stand in the page itself.
std::string page_policy(std::string_view html) {
    std::string hashes;
    for (std::size_t at = 0; (at = html.find("<script", at)) != std::string_view::npos;) {
        auto const open_end = html.find('>', at);
        if (open_end == std::string_view::npos) break;
        auto const close = html.find("</script", open_end);
        if (close == std::string_view::npos) break;
        auto const attributes = html.substr(at, open_end - at);
        if (attributes.find(" src") == std::string_view::npos)
            hashes += fmt::format(" 'sha256-{}'", base64(sha256(html.substr(open_end + 1, close - open_end - 1))));
        at = close;
    }
    return fmt::format(
        "default-src 'self'; script-src 'self'{}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "frame-src blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        hashes);
}

enum class Encoding { identity, gzip, brotli };
constexpr std::array<std::string_view, 3> encoding_names{"identity", "gzip", "br"};

// What Accept-Encoding thinks of one coding, in thousandths; 0: not acceptable.
int quality_of(std::string_view accept_encoding, std::string_view coding) {
    int star = 0;
    while (!accept_encoding.empty()) {
        auto const comma = accept_encoding.find(',');
        auto const item = accept_encoding.substr(0, comma);
        accept_encoding = comma == std::string_view::npos ? std::string_view{} : accept_encoding.substr(comma + 1);
        auto const semicolon = item.find(';');
        auto const name = trim(item.substr(0, semicolon));
        int quality = 1000;
        if (semicolon != std::string_view::npos) {
            auto const weight = trim(item.substr(semicolon + 1));
            double value = 0;
            if (weight.starts_with("q=")) std::from_chars(weight.data() + 2, weight.data() + weight.size(), value);
            quality = value >= 0 && value <= 1 ? static_cast<int>(value * 1000) : 0;
        }
        if (std::ranges::equal(name, coding, {}, [](unsigned char c) { return std::tolower(c); })) return quality;
        if (name == "*") star = quality;
    }
    return star;
}

bool matches(std::string_view if_none_match, std::string_view etag) {
    while (!if_none_match.empty()) {
        auto const comma = if_none_match.find(',');
        auto tag = trim(if_none_match.substr(0, comma));
        if_none_match = comma == std::string_view::npos ? std::string_view{} : if_none_match.substr(comma + 1);
        if (tag.starts_with("W/")) tag.erase(0, 2);
        if (tag == "*" || tag == etag) return true;
    }
    return false;
}

struct Variant {
    std::string body;
    std::string etag{};
    std::string head{}; // of a 200
    std::string head_not_modified{};
};

using File = std::array<std::optional<Variant>, 3>; // by Encoding; identity is always there

struct PathHash : std::hash<std::string_view> {
    using is_transparent = void;
};

} // namespace

struct StaticFiles::Index {
    std::unordered_map<std::string, File, PathHash, std::equal_to<>> files;
    File const* page = nullptr;
    std::string policy;

    Variant make(std::string_view path, std::string body, std::string_view content_type, Encoding encoding,
                 std::string_view hash, bool compressed) const {
        auto const name = encoding_names[static_cast<std::size_t>(encoding)];
        bool const plain = encoding == Encoding::identity;
        Variant variant{.body = std::move(body),
                        .etag = plain ? fmt::format("\"{}\"", hash) : fmt::format("\"{}-{}\"", hash, name)};
        variant.head_not_modified =
            fmt::format("ETag: {}\r\n{}Cache-Control: {}\r\nContent-Security-Policy: {}\r\n", variant.etag,
                        compressed ? "Vary: Accept-Encoding\r\n" : "",
                        has_hashed_name(path) ? "public, max-age=31536000, immutable" : "no-cache", policy);
        variant.head =
            fmt::format("Content-Type: {}\r\nContent-Length: {}\r\n{}{}", content_type, variant.body.size(),
                        plain ? "" : fmt::format("Content-Encoding: {}\r\n", name), variant.head_not_modified);
        return variant;
    }
};

StaticFiles::StaticFiles(std::filesystem::path const& folder) : index_(std::make_unique<Index>()) {
    auto const page = folder / "index.html";
    if (!std::filesystem::is_regular_file(page)) {
        throw std::runtime_error("A aplicação web não está em " + folder.string() +
                                 " (falta index.html). Gere-a antes de iniciar o servidor.");
    }
    index_->policy = page_policy(read_file(page));

    for (auto const& entry : std::filesystem::recursive_directory_iterator(folder)) {
        auto const& path = entry.path();
        if (!entry.is_regular_file() || path.extension() == ".br" || path.extension() == ".gz") continue;
        auto const name = fmt::format("/{}", path.lexically_relative(folder).generic_string());
        auto const brotli = std::filesystem::path(path.string() + ".br");
        auto const gzip = std::filesystem::path(path.string() + ".gz");
        bool const has_brotli = std::filesystem::exists(brotli);
        bool const has_gzip = std::filesystem::exists(gzip);
        auto content = read_file(path);
        auto const hash = hex_start(sha256(content));
        auto const type = content_type_of(path);
        bool const compressed = has_brotli || has_gzip;

        auto& file = index_->files[name];
        auto const add = [&](Encoding encoding, std::string body) {
            file[static_cast<std::size_t>(encoding)] =
                index_->make(name, std::move(body), type, encoding, hash, compressed);
        };
        add(Encoding::identity, std::move(content));
        if (has_brotli) add(Encoding::brotli, read_file(brotli));
        if (has_gzip) add(Encoding::gzip, read_file(gzip));
    }
    index_->page = &index_->files.at("/index.html");
}

StaticFiles::~StaticFiles() = default;

std::optional<StaticFiles::Answer> StaticFiles::find(std::string_view path, std::string_view accept_encoding,
                                                     std::string_view if_none_match) const {
    auto const* file = index_->page;
    if (auto const found = index_->files.find(path); found != index_->files.end()) {
        file = &found->second;
    } else {
        for (std::string_view const reserved : {"/api", "/files", "/assets"}) {
            if (path.starts_with(reserved) && (path.size() == reserved.size() || path[reserved.size()] == '/'))
                return std::nullopt;
        }
    }

    auto const* best = &*(*file)[static_cast<std::size_t>(Encoding::identity)];
    int best_quality = 0;
    for (auto const encoding : {Encoding::brotli, Encoding::gzip}) { // on a tie the first is smaller
        auto const& variant = (*file)[static_cast<std::size_t>(encoding)];
        if (!variant) continue;
        auto const quality = quality_of(accept_encoding, encoding_names[static_cast<std::size_t>(encoding)]);
        if (quality > best_quality) {
            best = &*variant;
            best_quality = quality;
        }
    }
    if (matches(if_none_match, best->etag)) return Answer{.status = 304, .head = best->head_not_modified};
    return Answer{.status = 200, .body = best->body, .head = best->head};
}

std::string const& StaticFiles::content_security_policy() const { return index_->policy; }

} // namespace balcao::http
