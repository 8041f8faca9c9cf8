#include "office/backups/sheet.hpp"

#include <array>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <sstream>
#include <stdexcept>

#include <boost/json/array.hpp>
#include <date/date.h>
#include <fmt/format.h>
#include <sodium.h>

#include "platform/base/json.hpp"

namespace balcao::backups {

namespace {

constexpr db::Query heads{"backup_chain_heads", "select cadeia, elos, hash from action_log_cadeias order by cadeia"};
constexpr db::Query link{"backup_chain_link",
                         "select hash from action_log_elos where cadeia = :cadeia and numero = :numero"};

std::string hexadecimal(std::span<unsigned char const> bytes) {
    std::string text(bytes.size() * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
    text.pop_back();
    return text;
}
std::string hexadecimal(db::BlobView bytes) {
    return hexadecimal(std::span(reinterpret_cast<unsigned char const*>(bytes.data()), bytes.size()));
}

void write_signed_part(json::ObjectWriter& writer, Sheet const& sheet) {
    writer.text("sha256", sheet.sha256);
    writer.integer("bytes", static_cast<std::int64_t>(sheet.bytes));
    writer.text("version", sheet.version);
    writer.integer("migration", sheet.migration);
    writer.text("made_at", sheet.made_at.to_iso());
    std::string chains = "[";
    for (auto const& head : sheet.chains) {
        json::ObjectWriter one;
        one.text("chain", head.chain.to_string());
        one.integer("links", head.links);
        one.text("hash", head.hash);
        if (chains.size() > 1) chains += ',';
        chains += one.take();
    }
    writer.raw("audit_chains", chains + ']');
}

std::string text_at(boost::json::object const& object, std::string_view name) {
    return std::string(object.at(name).as_string());
}

Instant instant_at(boost::json::object const& object, std::string_view name) {
    std::istringstream input(text_at(object, name));
    date::sys_time<std::chrono::microseconds> at;
    if (!(input >> date::parse("%FT%TZ", at))) throw std::runtime_error("not a moment");
    return Instant{at.time_since_epoch().count()};
}

Sheet sheet_in(boost::json::object const& object) {
    Sheet sheet{.sha256 = text_at(object, "sha256"),
                .bytes = static_cast<std::uintmax_t>(object.at("bytes").as_int64()),
                .version = text_at(object, "version"),
                .migration = object.at("migration").as_int64(),
                .made_at = instant_at(object, "made_at")};
    for (auto const& each : object.at("audit_chains").as_array()) {
        auto const& head = each.as_object();
        sheet.chains.push_back({.chain = Uuid::parse(text_at(head, "chain")).value(),
                                .links = head.at("links").as_int64(),
                                .hash = text_at(head, "hash")});
    }
    if (auto const* const signature = object.if_contains("signature"))
        sheet.signature = std::string(signature->as_string());
    return sheet;
}

} // namespace

std::filesystem::path sheet_of(std::filesystem::path const& backup) { return backup.string() + ".json"; }

std::string signature_of(Sheet const& sheet, std::string_view key) {
    json::ObjectWriter writer;
    write_signed_part(writer, sheet);
    auto const text = writer.take();
    std::array<unsigned char, crypto_auth_hmacsha256_BYTES> tag{};
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, reinterpret_cast<unsigned char const*>(key.data()), key.size());
    crypto_auth_hmacsha256_update(&state, reinterpret_cast<unsigned char const*>(text.data()), text.size());
    crypto_auth_hmacsha256_final(&state, tag.data());
    sodium_memzero(&state, sizeof state);
    return hexadecimal(tag);
}

std::string to_json(Sheet const& sheet) {
    json::ObjectWriter writer;
    write_signed_part(writer, sheet);
    if (sheet.signature) writer.text("signature", *sheet.signature);
    return writer.take() + '\n';
}

std::expected<Sheet, std::string> read_sheet(std::filesystem::path const& file) {
    constexpr std::size_t most_bytes = std::size_t{16} * 1024 * 1024; // a chain a company, some hundred bytes each
    std::ifstream input(file, std::ios::binary);
    if (!input) return std::unexpected(fmt::format("A folha {} não existe ou não pôde ser lida.", file.string()));
    std::string text(most_bytes + 1, '\0');
    input.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(input.gcount()));
    auto const broken = [&] { return std::unexpected(fmt::format("A folha {} está danificada.", file.string())); };
    if (text.size() > most_bytes) return broken();
    auto const object = json::parse_object(text);
    if (!object) return broken();
    try {
        return sheet_in(*object);
    } catch (std::exception const&) { // a member is missing or of another type
        return broken();
    }
}

std::expected<void, std::string> check_signature(Sheet const& sheet, std::string_view key) {
    if (key.empty()) return {};
    if (!sheet.signature)
        return std::unexpected("A folha da cópia não está assinada, e BALCAO_AUDIT_KEY pede que esteja.");
    auto const expected = signature_of(sheet, key);
    if (sheet.signature->size() != expected.size() ||
        sodium_memcmp(sheet.signature->data(), expected.data(), expected.size()) != 0) {
        return std::unexpected("A assinatura da folha da cópia não é de BALCAO_AUDIT_KEY: a folha foi alterada, ou a "
                               "chave é outra.");
    }
    return {};
}

std::string sha256_of_file(std::filesystem::path const& file) {
    std::ifstream input(file, std::ios::binary);
    if (!input) throw db::Error(fmt::format("O arquivo {} não pôde ser lido.", file.string()));
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    std::vector<char> buffer(std::size_t{256} * 1024);
    while (input) {
        input.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
        crypto_hash_sha256_update(&state, reinterpret_cast<unsigned char const*>(buffer.data()),
                                  static_cast<unsigned long long>(input.gcount()));
    }
    if (input.bad()) throw db::Error(fmt::format("O arquivo {} não pôde ser lido até o fim.", file.string()));
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256_final(&state, hash.data());
    return hexadecimal(hash);
}

std::vector<ChainHead> chain_heads(db::Connection& connection) {
    return connection.all(heads, {}, [](db::Row const& row) {
        return ChainHead{.chain = row.uuid(0), .links = row.integer(1), .hash = hexadecimal(row.blob(2))};
    });
}

std::optional<ChainHead> missing_link(db::Connection& connection, Sheet const& sheet) {
    for (auto const& head : sheet.chains) {
        if (head.links == 0) continue;
        auto const hash = connection.first(link, {{"cadeia", head.chain}, {"numero", head.links}},
                                           [](db::Row const& row) { return hexadecimal(row.blob(0)); });
        if (hash != head.hash) return head;
    }
    return std::nullopt;
}

} // namespace balcao::backups
