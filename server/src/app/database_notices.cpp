#include "app/database_notices.hpp"

#include <chrono>

namespace balcao::app {

std::vector<notifications::Notification> database_notices(Health::Report const& report, bool allows_async,
                                                          Instant now) {
    constexpr std::chrono::minutes until_waited_for{2}; // a standby that has just come is not, for a moment
    std::vector<notifications::Notification> notices;
    if (report.refusal) {
        notices.push_back({.tipo = "banco_recusado",
                           .tom = notifications::Tone::erro,
                           .titulo = "O Balcão não grava neste banco de dados",
                           .texto = *report.refusal,
                           .em = report.refused_since.value_or(now)});
    }
    if (report.async_risk && !allows_async && now - report.async_since.value_or(now) >= until_waited_for) {
        notices.push_back({.tipo = "banco_assincrono",
                           .tom = notifications::Tone::aviso,
                           .titulo = "O banco de dados pode perder vendas",
                           .texto = *report.async_risk,
                           .em = report.async_since.value_or(now)});
    }
    return notices;
}

} // namespace balcao::app
