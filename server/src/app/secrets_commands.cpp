#include "app/secrets_commands.hpp"

#include <ostream>

#include "app/migrated_database.hpp"
#include "platform/secrets/rotation.hpp"

namespace balcao::app {

void export_secret_key(Config const& config, std::ostream& out) {
    auto const database = open_migrated(config);
    auto const secrets = secrets::open_secrets(*database, config.key);
    out << secrets.key().text().reveal() << '\n';
}

void rotate_secret_key(Config const& config, std::ostream& out) {
    auto const database = open_migrated(config);
    auto const rotation = secrets::rotate(*database, config.key, [&](secrets::Key const& key) {
        out << "Nova chave, a pôr em BALCAO_SECRET_KEY antes de iniciar o servidor:\n"
            << key.text().reveal() << '\n'
            << std::flush;
        // Nobody else would know the key: then its file stays.
        if (!out) {
            throw std::runtime_error("Não foi possível mostrar a nova chave. Ela está em " +
                                     config.key.next_file().string() + ".");
        }
    });
    out << "Chave trocada; segredos cifrados de novo: " << rotation.changed << ".\n";
    if (rotation.old_key) {
        out << "A chave anterior ficou em " << rotation.old_key->string()
            << ": ela abre as cópias de segurança feitas até agora. Guarde-a com elas e apague o arquivo daqui.\n";
    }
    out << "Inicie o servidor de novo: um que estava no ar ainda usa a chave anterior.\n";
}

} // namespace balcao::app
