#include "platform/secrets/secrets.hpp"

#include <algorithm>
#include <cstdint>

#include <sodium.h>

#include "platform/base/text.hpp"
#include "platform/secrets/pin_column.hpp"
#include "platform/secrets/second_factor_column.hpp"
#include "platform/secrets/secret_check.hpp"

namespace balcao::secrets {

namespace {

constexpr std::byte version{1};
constexpr std::size_t key_id_size = 4;
constexpr std::size_t nonce_size = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t tag_size = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr std::size_t head_size = 1 + key_id_size + nonce_size;
constexpr std::size_t key_size = crypto_aead_xchacha20poly1305_ietf_KEYBYTES;

constexpr db::Query touch_check{"secrets_touch_check", "update secret_check set prova = prova where marker = 1"};

constexpr std::array columns{certificate_password, certificate_file, csc, csrt, second_factor, pin};

unsigned char* raw(std::byte* bytes) { return reinterpret_cast<unsigned char*>(bytes); }
unsigned char const* raw(std::byte const* bytes) { return reinterpret_cast<unsigned char const*>(bytes); }
unsigned char* raw(char* bytes) { return reinterpret_cast<unsigned char*>(bytes); }
unsigned char const* raw(char const* bytes) { return reinterpret_cast<unsigned char const*>(bytes); }

// What the tag covers besides the text. The parts cannot run into one another: names hold no zero byte.
std::string bound_to(Place const& place, db::BlobView head) {
    std::string text = "balcao";
    text.append(reinterpret_cast<char const*>(head.data()), head.size());
    for (std::string_view const part : {place.table, place.column, std::string_view(place.row)}) {
        text += '\0';
        text += part;
    }
    return text;
}

} // namespace

Place EncryptedColumn::at(Uuid const& row, std::string_view part_value) const {
    auto name = row.to_string();
    if (!part.empty()) name.append("/").append(part_value);
    return {.table = table, .column = column, .row = std::move(name)};
}

std::span<EncryptedColumn const> encrypted_columns() { return columns; }

Key Key::make() {
    std::string bytes(key_size, '\0');
    crypto_aead_xchacha20poly1305_ietf_keygen(raw(bytes.data()));
    return Key(Secret{std::move(bytes)});
}

Key Key::parse(std::string_view base64) {
    Secret const text{trim(base64)};
    std::string bytes(key_size, '\0');
    std::size_t size = 0;
    auto const typed = text.reveal();
    // A buffer that is too small makes it fail, so a longer key is noticed too.
    if (sodium_base642bin(raw(bytes.data()), bytes.size(), typed.data(), typed.size(), nullptr, &size, nullptr,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        size != key_size) {
        sodium_memzero(bytes.data(), bytes.size());
        throw std::runtime_error(
            "A chave secreta não pode ser lida: ela tem 32 bytes em base64, como a mostra balcao secrets export.");
    }
    return Key(Secret{std::move(bytes)});
}

Secret Key::text() const {
    std::string base64(sodium_base64_ENCODED_LEN(key_size, sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(base64.data(), base64.size(), raw(bytes().data()), key_size, sodium_base64_VARIANT_ORIGINAL);
    base64.pop_back(); // the zero at its end
    return Secret{std::move(base64)};
}

std::array<std::byte, 4> Key::id() const {
    constexpr std::string_view purpose = "balcao key id";
    std::array<std::byte, crypto_generichash_BYTES> hash{};
    crypto_generichash(raw(hash.data()), hash.size(), raw(purpose.data()), purpose.size(), raw(bytes().data()),
                       key_size);
    std::array<std::byte, key_id_size> id{};
    std::ranges::copy_n(hash.begin(), key_id_size, id.begin());
    return id;
}

std::string Key::id_text() const {
    auto const bytes = id();
    std::string hex((2 * bytes.size()) + 1, '\0');
    sodium_bin2hex(hex.data(), hex.size(), raw(bytes.data()), bytes.size());
    hex.pop_back();
    return hex;
}

db::Blob sha256(db::BlobView bytes) {
    db::Blob hash(crypto_hash_sha256_BYTES);
    crypto_hash_sha256(raw(hash.data()), raw(bytes.data()), bytes.size());
    return hash;
}

db::Blob Secrets::seal(Place const& place, std::string_view plain) const {
    db::Blob sealed(head_size + plain.size() + tag_size);
    auto const id = key_.id();
    sealed.front() = version;
    std::ranges::copy(id, sealed.begin() + 1);
    auto* const nonce = sealed.data() + 1 + key_id_size;
    randombytes_buf(nonce, nonce_size);
    auto const bound = bound_to(place, db::BlobView(sealed).first(1 + key_id_size));
    crypto_aead_xchacha20poly1305_ietf_encrypt(raw(sealed.data() + head_size), nullptr, raw(plain.data()), plain.size(),
                                               raw(bound.data()), bound.size(), nullptr, raw(nonce),
                                               raw(key_.bytes().data()));
    return sealed;
}

Secret Secrets::open(Place const& place, db::BlobView sealed) const {
    auto const where = std::string(place.table) + "." + std::string(place.column) + " " + place.row;
    if (sealed.size() < head_size + tag_size || sealed.front() != version)
        throw CannotOpen(where + ": not a sealed value of a known version");
    auto const id = key_.id();
    if (!std::ranges::equal(id, sealed.subspan(1, key_id_size))) throw KeyChanged(where + ": sealed with another key");
    auto const bound = bound_to(place, sealed.first(1 + key_id_size));
    auto const text = sealed.subspan(head_size);
    std::string plain(text.size() - tag_size, '\0');
    if (crypto_aead_xchacha20poly1305_ietf_decrypt(raw(plain.data()), nullptr, nullptr, raw(text.data()), text.size(),
                                                   raw(bound.data()), bound.size(),
                                                   raw(sealed.data() + 1 + key_id_size), raw(key_.bytes().data())) != 0)
        throw CannotOpen(where + ": damaged, or moved from another place");
    return Secret{std::move(plain)};
}

void Secrets::require_current(db::Transaction& transaction) const {
    // Written, not only read: a change of key whose snapshot is older than this transaction must notice it and start
    // again.
    transaction.execute(touch_check);
    auto const stored = stored_check(transaction);
    if (stored && opens_check(*this, *stored)) return;
    throw KeyChanged("secret key: changed since this process started; restart it with the new key");
}

} // namespace balcao::secrets
