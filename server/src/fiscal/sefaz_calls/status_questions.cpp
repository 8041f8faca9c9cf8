#include "fiscal/sefaz_calls/status_questions.hpp"

#include "platform/base/protection.hpp"
#include "platform/base/time_scale.hpp"

namespace balcao::sefaz_calls {

namespace {

// One that lies ahead is another server's, whose clock differs, or of two at once; far ahead, of before the clock was
// put back.
constexpr db::Query begin{"sefaz_begin_question", R"sql(
    insert into sefaz_status (uf, ambiente, modelo, tpEmis, perguntado_em) values (:uf, :ambiente, :modelo, :tpEmis, :now)
    on conflict (uf, ambiente, modelo, tpEmis) do update
        set perguntado_em = excluded.perguntado_em, funciona = null, resposta = ''
    where sefaz_status.perguntado_em <= :long_ago or sefaz_status.perguntado_em > :far_ahead)sql"};
constexpr db::Query find{"sefaz_question", R"sql(
    select perguntado_em, funciona, resposta from sefaz_status
    where uf = :uf and ambiente = :ambiente and modelo = :modelo and tpEmis = :tpEmis)sql"};
constexpr db::Query answer{"sefaz_answer_question", R"sql(
    update sefaz_status set funciona = :funciona, resposta = :resposta
    where uf = :uf and ambiente = :ambiente and modelo = :modelo and tpEmis = :tpEmis and perguntado_em = :asked)sql"};
constexpr db::Query forget{"sefaz_forget_question", R"sql(
    delete from sefaz_status
    where uf = :uf and ambiente = :ambiente and modelo = :modelo and tpEmis = :tpEmis and perguntado_em = :asked)sql"};
constexpr db::Query contradict{"sefaz_contradict_answer", R"sql(
    update sefaz_status set funciona = 0, resposta = :resposta
    where uf = :uf and ambiente = :ambiente and modelo = :modelo and tpEmis = :tpEmis and funciona = 1
        and perguntado_em <= :sent)sql"};

db::Params of(Destination const& to, std::initializer_list<db::Param> more = {}) {
    db::Params params{{"uf", to.uf}, {"ambiente", to.ambiente}, {"modelo", to.modelo}, {"tpEmis", to.tpEmis}};
    params.insert(params.end(), more);
    return params;
}

} // namespace

Instant StatusQuestion::next() const { return asked + shortened(between_questions); }

std::optional<StatusQuestion> begin_question(db::Transaction& transaction, Destination const& to, Instant now) {
    auto const pause =
        is_in_place(Protection::status_question) ? shortened(between_questions) : std::chrono::microseconds{};
    auto const long_ago = now - pause, far_ahead = now + pause;
    if (transaction.execute(begin, of(to, {{"now", now}, {"long_ago", long_ago}, {"far_ahead", far_ahead}})) == 1)
        return std::nullopt;
    auto const known = transaction.first(find, of(to), [](db::Row const& row) {
        return StatusQuestion{
            .asked = row.get<Instant>(0), .works = row.get<std::optional<bool>>(1), .answer = row.get<std::string>(2)};
    });
    if (!known) throw db::Conflict("the question was forgotten meanwhile");
    return known;
}

void answer_question(db::Transaction& transaction, Destination const& to, StatusQuestion const& question) {
    transaction.execute(
        answer, of(to, {{"funciona", question.works}, {"resposta", question.answer}, {"asked", question.asked}}));
}

void forget_question(db::Transaction& transaction, Destination const& to, Instant asked) {
    transaction.execute(forget, of(to, {{"asked", asked}}));
}

void contradict_answer(db::Transaction& transaction, Destination const& to, Instant sent, std::string_view said) {
    transaction.execute(contradict, of(to, {{"resposta", said}, {"sent", sent}}));
}

} // namespace balcao::sefaz_calls
