#include "platform/secrets/key_file.hpp"

#include <cerrno>
#include <fstream>
#include <iterator>

#include <sys/stat.h>
#include <unistd.h>

#include "platform/base/log.hpp"
#include "platform/db/files.hpp"
#include "platform/secrets/secret_check.hpp"

namespace balcao::secrets {

namespace {

namespace fs = std::filesystem;

std::string name_of(KeySource const& source) { return source.given ? "BALCAO_SECRET_KEY" : source.file.string(); }

std::runtime_error missing(KeySource const& source) {
    return std::runtime_error(
        "A chave secreta não está em " + source.file.string() +
        ", mas o banco de dados já guarda segredos cifrados com ela. Traga o arquivo de volta ou defina "
        "BALCAO_SECRET_KEY com a chave guardada. Nada foi alterado.");
}

std::runtime_error wrong(KeySource const& source) {
    return std::runtime_error(
        "A chave secreta de " + name_of(source) +
        " não é a deste banco de dados, que foi cifrado com outra. Se ele veio de uma cópia de segurança, traga "
        "também a chave daquele tempo. Nada foi alterado.");
}

std::runtime_error not_set_yet(KeySource const& source) {
    return std::runtime_error("A chave secreta foi trocada e BALCAO_SECRET_KEY ainda traz a anterior. A nova está em " +
                              source.next_file().string() +
                              ": ponha-a em BALCAO_SECRET_KEY e depois apague o arquivo.");
}

void warn_if_readable_by_others(fs::path const& file) {
    struct stat status{};
    if (::stat(file.c_str(), &status) == 0 && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        log::warning("secret_key_readable_by_others", {{"file", file.string()}});
}

Key copy_of(Key const& key) { return Key::parse(key.text().reveal()); }

// A database without a check: whatever key there is becomes its key.
Key first_key(KeySource const& source, bool& is_new) {
    if (source.given) return copy_of(*source.given);
    if (auto key = read_key_file(source.file)) return *std::move(key);
    auto key = Key::make();
    is_new = write_key_file(source.file, key);
    if (is_new) return key;
    return *read_key_file(source.file); // another process was quicker
}

Secrets start_with_first_key(db::Database& database, KeySource const& source) {
    auto is_new = false;
    Secrets secrets(first_key(source, is_new));
    auto const is_accepted = database.write([&](db::Transaction& transaction) {
        store_check(transaction, secrets, false);
        return opens_check(secrets, *stored_check(transaction));
    });
    if (is_accepted) return secrets;
    // Another machine on the same database came first, with a key of its own.
    if (!is_new) throw wrong(source);
    fs::remove(source.file);
    throw missing(source);
}

} // namespace

std::optional<Key> read_key_file(fs::path const& file) {
    std::ifstream in(file);
    if (!in) {
        if (errno == ENOENT) return std::nullopt;
        throw std::runtime_error("Não é possível ler a chave secreta em " + file.string() +
                                 ". Confira a permissão do arquivo.");
    }
    Secret const text{std::string(std::istreambuf_iterator<char>(in), {})};
    warn_if_readable_by_others(file);
    try {
        return Key::parse(text.reveal());
    } catch (std::runtime_error const& error) {
        throw std::runtime_error(file.string() + ": " + error.what());
    }
}

bool write_key_file(fs::path const& file, Key const& key) {
    auto const partial = file.string() + "." + Uuid::make().to_string() + ".partial";
    db::create_private(partial);
    auto const text = key.text();
    std::ofstream out(partial);
    out << text.reveal() << '\n';
    out.close();
    if (!out) {
        ::unlink(partial.c_str());
        throw db::Away("Não foi possível gravar a chave secreta em " + partial + ". Confira o espaço em disco.");
    }
    db::sync_file(partial);
    auto const is_written = ::link(partial.c_str(), file.c_str()) == 0; // unlike a rename it never replaces
    auto const reason = errno;
    if (!is_written && reason != EEXIST) {
        db::rename_file(partial, file.string()); // a file system without hard links
    } else {
        ::unlink(partial.c_str());
    }
    db::sync_folder_of(file.string());
    return is_written || reason != EEXIST;
}

fs::path put_next_key_in_place(KeySource const& source, Key const& old_key) {
    auto kept = source.file;
    kept += "." + old_key.id_text();
    db::replace_keeping(source.next_file().string(), source.file.string(), kept.string());
    db::sync_folder_of(source.file.string());
    return kept;
}

Secrets open_secrets(db::Database& database, KeySource const& source) {
    auto const check = database.read([](db::Connection& connection) { return stored_check(connection); });
    if (!check) return start_with_first_key(database, source);

    auto key = source.given ? std::optional<Key>(copy_of(*source.given)) : read_key_file(source.file);
    std::string const old_id = key ? key->id_text() : "";
    if (key) {
        Secrets secrets(*std::move(key));
        if (opens_check(secrets, *check)) return secrets;
    }
    if (auto next = read_key_file(source.next_file())) {
        Secrets secrets(*std::move(next));
        if (opens_check(secrets, *check)) {
            if (source.given) throw not_set_yet(source);
            if (old_id.empty()) {
                db::rename_file(source.next_file().string(), source.file.string());
                db::sync_folder_of(source.file.string());
            } else {
                put_next_key_in_place(source, *read_key_file(source.file));
            }
            log::info("secret_key_change_finished");
            return secrets;
        }
    }
    throw old_id.empty() ? missing(source) : wrong(source);
}

} // namespace balcao::secrets
