#pragma once
// Column encryption: XChaCha20-Poly1305 (libsodium), bound to its place, so that a value moved to another row or column
// does not open.
//
// Format: version (1 byte, 1), key id (4), nonce (24), ciphertext with tag (text + 16).

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

/// The place of a secret. `row`: unique within the table.
struct Place {
    std::string_view table;
    std::string_view column;
    std::string row;
};

/// An encrypted column. All are in `encrypted_columns`, which rotation uses.
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

/// 32 random bytes; text form: base64.
class Key {
public:
    static Key make();
    /// Surrounding blanks are ignored. Throws std::runtime_error with a sentence unless it is 32 bytes.
    static Key parse(std::string_view base64);

    Secret text() const;
    std::string_view bytes() const { return bytes_.reveal(); }
    /// Identifies the key without revealing anything about it.
    std::array<std::byte, 4> id() const;
    std::string id_text() const; // 8 hexadecimal digits

private:
    explicit Key(Secret bytes) : bytes_(std::move(bytes)) {}
    Secret bytes_;
};

/// Sealed with another key, moved, or damaged. Not a Failure: no user can fix it.
class CannotOpen : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Sealed with a newer key of another process (platform/secrets/rotation.hpp): 503 until a restart.
class KeyChanged : public CannotOpen {
public:
    using CannotOpen::CannotOpen;
};

/// The key id for the column beside a sealed file.
db::Blob sha256(db::BlobView bytes);

/// Seals and opens with one key. Immutable, thread-safe; one instance (platform/secrets/key_file.hpp).
class Secrets {
public:
    explicit Secrets(Key key) : key_(std::move(key)) {}

    db::Blob seal(Place const& place, std::string_view plain) const;
    /// Throws CannotOpen, or KeyChanged if sealed with another key.
    Secret open(Place const& place, db::BlobView sealed) const;

    /// Call in a transaction that writes sealed values: throws KeyChanged if another process has rotated the key since
    /// start.
    void require_current(db::Transaction& transaction) const;

    Key const& key() const { return key_; }

private:
    Key key_;
};

} // namespace balcao::secrets
