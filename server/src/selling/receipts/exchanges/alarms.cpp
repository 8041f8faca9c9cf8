#include "selling/receipts/exchanges/exchanges.hpp"

#include <array>

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"

namespace balcao::receipts {

namespace {

constexpr db::Query insert_nota_alarm{"receipts_raise_alarm", R"sql(
    insert into nfce_alarme (id, emitente_id, ambiente, tipo, chave, nfce_id, texto, created_at)
    values (:id, :emitente_id, :ambiente, :tipo, :chave, :nfce_id, :texto, :now)
    on conflict (emitente_id, ambiente, tipo, chave) do nothing)sql"};

constexpr db::Query find_alarm{"receipts_find_alarm", R"sql(
    select 1 from nfce_alarme a join nfce n on n.id = :nfce_id and n.ambiente = a.ambiente
    where a.emitente_id = :emitente_id and n.emitente_id = :emitente_id and a.tipo = :tipo and a.chave = :chave)sql"};

constexpr std::array<std::string_view, 14> alarm_names{
    "documento_divergente", "numero_duplicado",      "numero_ocupado",       "nota_reemitida", "nota_de_venda_desfeita",
    "cancelada_fora",       "substituicao_parada",   "venda_com_duas_notas", "sefaz_endereco", "consumo_indevido",
    "defeito_do_programa",  "autorizada_com_alerta", "email_nao_enviado",    "carta_recusada"};

constexpr db::Query delete_alarm{"receipts_end_alarm", R"sql(
    delete from nfce_alarme
    where emitente_id = :emitente_id and ambiente = :ambiente and tipo = :tipo and chave = :chave)sql"};

std::string alarm_sentence(Nota const& nota, Alarm alarm) {
    auto const numero = grouped(nota.numero);
    auto const by = authoriser_name(nota.tpEmis);
    switch (alarm) {
    case Alarm::documento_divergente:
        return fmt::format("A {} autorizou a nota {}, mas com um conteúdo que não está aqui. A venda vale; envie o "
                           "XML da nota quando o tiver.",
                           by, numero);
    case Alarm::numero_duplicado:
        return fmt::format("A {} tem outra nota com o número {}. Confira se outro sistema usa a série {}.", by, numero,
                           nota.serie);
    case Alarm::numero_ocupado:
        return fmt::format(
            "O número {} já era usado por outro sistema. A venda saiu com outro número; confira se outro "
            "sistema usa a série {}.",
            numero, nota.serie);
    case Alarm::nota_reemitida:
        return fmt::format("O número {} já era usado por outro sistema. A venda saiu com outro número: imprima de novo "
                           "e avise o cliente.",
                           numero);
    case Alarm::nota_de_venda_desfeita:
        if (nota.devolucao_id) {
            return fmt::format(
                "A NF-e de devolução {} foi autorizada depois que a devolução teve outra, e o prazo para "
                "cancelar acabou. Avise o contador.",
                numero);
        }
        if (nota.operacao == Nota::of_delivery) {
            return fmt::format(
                "A NF-e de remessa {} foi autorizada depois que a mercadoria ficou para outra, e o prazo "
                "para cancelar acabou. Avise o contador.",
                numero);
        }
        return fmt::format("A nota {} foi autorizada depois que a venda foi desfeita, e o prazo para cancelar acabou. "
                           "Avise o contador.",
                           numero);
    case Alarm::cancelada_fora:
        return fmt::format("A nota {} foi cancelada fora do Balcão. A venda e o caixa ficaram como estavam; confira.",
                           numero);
    case Alarm::substituicao_parada:
        return fmt::format("A nota {} foi autorizada e espera a que tomou o lugar dela na venda. Enquanto essa não for "
                           "autorizada, a {} vale. Corrija e envie a nova: 168 horas depois da autorização não é mais "
                           "possível cancelar a {} por substituição.",
                           numero, numero, numero);
    case Alarm::venda_com_duas_notas:
        return fmt::format("Uma venda tem duas notas autorizadas, a {} e a que tomou o lugar dela: não foi aceito "
                           "cancelar a {}. Avise o contador.",
                           numero, numero);
    case Alarm::sefaz_endereco:
        return "O endereço da SEFAZ não respondeu como a SEFAZ. Quem cuida da instalação deve conferir os endereços e "
               "as autoridades.";
    case Alarm::consumo_indevido:
        return fmt::format("A {} bloqueou as consultas da empresa por uma hora (656), na nota {}. {}", by, numero,
                           nota.of_modelo().offline ? "Continue vendendo em contingência." : "As NF-e esperam até lá.");
    case Alarm::defeito_do_programa:
        return fmt::format("A {} não conseguiu ler a nota {}: é um defeito do Balcão. Avise o suporte.", by, numero);
    case Alarm::autorizada_com_alerta:
        return fmt::format("Autorizada com alerta: {} (nota {}).", alert_text(nota), numero);
    case Alarm::email_nao_enviado:
        return fmt::format("A nota {} não foi enviada por e-mail. Abra a nota, confira o endereço e envie de novo.",
                           numero);
    case Alarm::carta_recusada:
        return fmt::format("A carta de correção da nota {} foi recusada. Abra a nota e veja o motivo.", numero);
    }
    return {};
}

bool is_about_nota(Alarm alarm) { return alarm != Alarm::sefaz_endereco && alarm != Alarm::consumo_indevido; }

std::string alarm_key(NotaId nota, std::string_view stage) {
    return stage.empty() ? nota.to_string() : fmt::format("{}:{}", nota.to_string(), stage);
}

} // namespace

std::string_view text(Alarm alarm) { return alarm_names.at(static_cast<std::size_t>(alarm)); }

bool has_alarm(db::Connection& connection, auth::CompanyScope const& scope, NotaId nota, Alarm alarm,
               std::string_view stage) {
    auto const chave = alarm_key(nota, stage);
    return connection
        .scalar<std::int64_t>(find_alarm,
                              {{"emitente_id", scope.id()}, {"nfce_id", nota}, {"tipo", text(alarm)}, {"chave", chave}})
        .has_value();
}

void raise_alarm(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& nota, Alarm alarm,
                 Instant now, std::string_view stage) {
    auto const chave = is_about_nota(alarm) ? alarm_key(nota.id, stage) : now.to_iso().substr(0, 10);
    auto const texto = alarm_sentence(nota, alarm);
    transaction.execute(insert_nota_alarm, {{"id", Uuid::make()},
                                            {"emitente_id", scope.id()},
                                            {"ambiente", nota.ambiente},
                                            {"tipo", text(alarm)},
                                            {"chave", chave},
                                            {"nfce_id", nota.id},
                                            {"texto", texto},
                                            {"now", now}});
}

void end_alarm(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& nota, Alarm alarm) {
    auto const chave = alarm_key(nota.id, {});
    transaction.execute(
        delete_alarm,
        {{"emitente_id", scope.id()}, {"ambiente", nota.ambiente}, {"tipo", text(alarm)}, {"chave", chave}});
}

} // namespace balcao::receipts
