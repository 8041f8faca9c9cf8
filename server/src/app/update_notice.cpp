#include "app/update_notice.hpp"

#include <fstream>
#include <string>

#include <fmt/format.h>
#include <sys/stat.h>

namespace balcao::app {

std::vector<notifications::Notification> update_notices(std::filesystem::path const& data_folder) {
    constexpr std::int64_t microseconds = 1'000'000;
    auto const file = data_folder / "atualizacao.falhou";
    struct stat status{};
    std::string version;
    if (::stat(file.c_str(), &status) != 0) return {};
    std::ifstream input(file);
    std::getline(input, version);
    return {{.tipo = "atualizacao_falhou",
             .tom = notifications::Tone::erro,
             .titulo = "A atualização do Balcão falhou",
             .texto = fmt::format(
                 "A versão {} não pôde trabalhar com os dados; a de antes continua, com os dados como estavam. "
                 "Peça a quem cuida do servidor para ler {}.",
                 version, file.string()),
             .em = Instant{status.st_mtim.tv_sec * microseconds}}};
}

} // namespace balcao::app
