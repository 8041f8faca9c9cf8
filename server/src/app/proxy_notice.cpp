#include "app/proxy_notice.hpp"

#include <chrono>

namespace balcao::app {

void ProxyNotice::saw(Instant now) {
    auto expected = never;
    since_.compare_exchange_strong(expected, now.microseconds());
}

void ProxyNotice::add_to(std::vector<notifications::Notification>& notices) const {
    auto const since = since_.load();
    if (since == never) return;
    notices.push_back({.tipo = "proxy_nao_confiavel",
                       .tom = notifications::Tone::aviso,
                       .titulo = "O Balcão não vê de onde as pessoas entram",
                       .texto = "Há um proxy neste servidor, e sem BALCAO_TRUSTED_PROXIES todos parecem o mesmo "
                                "computador. Peça a quem cuida do servidor para preencher essa configuração.",
                       .em = Instant{since}});
}

} // namespace balcao::app
