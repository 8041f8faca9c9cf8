#include "app/backup_notices.hpp"

#include <fmt/format.h>

namespace balcao::app {

std::vector<notifications::Notification> backup_notices(backups::DailyBackups::Status const& status, Instant now) {
    constexpr std::string_view time_zone = "America/Sao_Paulo";
    if (status.error) {
        return {{.tipo = "backup_falhou",
                 .tom = notifications::Tone::erro,
                 .titulo = "A cópia de segurança falhou",
                 .texto = fmt::format("{} Confira a pasta das cópias e o espaço em disco.", *status.error),
                 .em = status.failing_since}};
    }
    if (!status.last_made || now - *status.last_made < backups::DailyBackups::overdue) return {};
    return {{.tipo = "backup_atrasado",
             .tom = notifications::Tone::aviso,
             .titulo = "Cópia de segurança atrasada",
             .texto = fmt::format("A última é de {}. Confira se a pasta das cópias está ligada a este servidor.",
                                  local_date_time_text(*status.last_made, time_zone)),
             .em = *status.last_made + backups::DailyBackups::overdue}};
}

} // namespace balcao::app
