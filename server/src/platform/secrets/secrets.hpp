#pragma once
// Encryption of what nobody may read in the database or in a backup: XChaCha20-Poly1305 (libsodium), bound to the place
// where it is kept, so that a value moved to another row or column does not open.
//
// Sealed: version (1 byte, 1), id of the key (4), nonce (24), text with its tag (16 more than the text).

#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "platform/base/ids.hpp"
#include "platform/base/secret.hpp"
#include "platform/db/database.hpp"

namespace balcao::secrets {

/// Where a secret is kept. `row`: what tells the row apart from all others of the table.
struct Place {
    std::string_view table;
    std::string_view column;
    std::string row;
};

/// A column that holds secrets. Every one is in `encrypted_columns`, or a new key would leave it behind.
struct EncryptedColumn {
    std::string_view table;
    std::string_view column;
    std::string_view id;       // uuid column that names the row …
    std::string_view part{};   // … together with this text column, if any
    std::string_view where{};  // only these rows
    std::string_view sha256{}; // column with the hash of the sealed value

    Place at(Uuid const& row, std::string_view part_value = {}) const;
};
inline constexpr EncryptedColumn certificate_password{
    .table = "digital_certificates", .column = "password_encrypted", .id = "id"};
inline constexpr EncryptedColumn certificate_file{
    .table = "files", .column = "bytes", .id = "id", .where = "bucket = 'certificates'", .sha256 = "sha256"};
inline constexpr EncryptedColumn csc{
    .table = "nfce_ambiente", .column = "csc_encrypted", .id = "emitente_id", .part = "ambiente"};
inline constexpr EncryptedColumn csrt{.table = "nfce_settings", .column = "csrt_encrypted", .id = "emitente_id"};
std::span<EncryptedColumn const> encrypted_columns();

/// 32 random bytes. Its text form is their base64.
class Key {
public:
    static Key make();
    /// Blanks around it are fine. Throws std::runtime_error with a sentence for anything but 32 bytes.
    static Key parse(std::string_view base64);

    Secret text() const;
    std::string_view bytes() const { return bytes_.reveal(); }
    /// Tells keys apart and says nothing about them.
    std::array<std::byte, 4> id() const;
    std::string id_text() const; // 8 hexadecimal digits

private:
    explicit Key(Secret bytes) : bytes_(std::move(bytes)) {}
    Secret bytes_;
};

/// Sealed with another key, moved, or damaged. A Failure would be wrong: no user can do anything about it.
class CannotOpen : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Sealed with a key that another process has put in the place of ours (platform/secrets/rotation.hpp): until a restart
/// the request answers 503.
class KeyChanged : public CannotOpen {
public:
    using CannotOpen::CannotOpen;
};

/// For the column beside a sealed file.
db::Blob sha256(db::BlobView bytes);

/// Seals and opens with one key. Immutable, thread-safe; made once (platform/secrets/key_file.hpp).
class Secrets {
public:
    explicit Secrets(Key key) : key_(std::move(key)) {}

    db::Blob seal(Place const& place, std::string_view plain) const;
    /// Throws CannotOpen; KeyChanged when it was sealed with another key.
    Secret open(Place const& place, db::BlobView sealed) const;

    /// Call it in a transaction that writes something sealed: throws KeyChanged when another process has changed the
    /// key since this one started.
    void require_current(db::Transaction& transaction) const;

    Key const& key() const { return key_; }

private:
    Key key_;
};

} // namespace balcao::secrets
