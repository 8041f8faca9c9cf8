#include "sefaz/simulator/desk.hpp"

#include <csignal>
#include <ctime>
#include <utility>

#include "nfce/datetime.hpp"
#include "platform/base/time.hpp"
#include "sefaz/simulator/answer_spoiling.hpp"
#include "sefaz/simulator/ledger.hpp"
#include "sefaz/simulator/state.hpp"

namespace balcao::sefaz::simulator {

namespace {

constexpr std::chrono::microseconds limit_window = std::chrono::hours(1);
constexpr std::int64_t life_of_signer = 365 * nfce::seconds_a_day;
constexpr auto cnpj_of_sefaz = "00394460005887";

/// Ends this process as nobody could prevent.
void die() { std::raise(SIGKILL); }

LedgerEntry entry_of(Received const& request, Behaviour const& behaviour, std::int64_t now_us) {
    auto const& subject = request.subject();
    return {.received_us = now_us,
            .connection = request.caller.connection,
            .service = {request.service, request.caller.authoriser},
            .CNPJ = subject.CNPJ.empty() ? request.caller.CNPJ : subject.CNPJ,
            .certificate_CNPJ = request.caller.CNPJ,
            .body = request.body,
            .subject = &subject,
            .fault = name_of_fault(behaviour)};
}

} // namespace

Subject const& Received::subject() const {
    static Subject const nothing;
    return message ? message->subject : nothing;
}

Desk::Desk(std::filesystem::path const& folder, TestAuthority const& authority, Pace pace)
    : authority_(authority), pace_(pace), memory_(open_memory(folder)), tables_(folder) {}

Received Desk::read(nfce::Service service, std::string_view body, Caller caller) {
    return {.service = service, .body = body, .message = read_message(service, body), .caller = std::move(caller)};
}

std::int64_t Desk::now_us(db::Connection& memory) const {
    return SystemClock().now().microseconds() + clock_offset_us(memory);
}

nfce::Certificate const* Desk::signer_for(Variants const& variants) {
    if (!variants.signed_protocol) return nullptr;
    if (!signer_) {
        auto const now = static_cast<std::int64_t>(std::time(nullptr));
        signer_ = authority_.issue(
            {.name = "SEFAZ simulada", .cnpj = cnpj_of_sefaz, .valid_from = now, .valid_to = now + life_of_signer});
    }
    return &*signer_;
}

Verdict Desk::judge(db::Transaction& memory, Received const& request, Behaviour const& behaviour, std::int64_t now_us) {
    bool const is_later = behaviour.judged_after.count() > 0;
    auto const entry = entry_of(request, behaviour, now_us);
    auto const ahead = ahead_us(memory, entry.CNPJ);
    Inquiry const inquiry{.message = *request.message,
                          .authoriser = request.caller.authoriser,
                          .memory = memory,
                          .now_us = now_us + ahead,
                          .ahead_us = ahead,
                          .tables = tables_.current(),
                          .certificate_CNPJ = request.caller.CNPJ,
                          .variants = behaviour.variants,
                          .pace = pace_,
                          .signer = signer_for(behaviour.variants),
                          .authority = authority_.certificate(),
                          .judged_after = is_later ? std::optional<std::chrono::microseconds>(behaviour.judged_after)
                                                   : std::nullopt,
                          .announced = behaviour.misdeed == Misdeed::asynchronous};
    auto const hour = pace_.shortened(limit_window).count();
    if (is_overuse(memory, entry.service, entry.CNPJ, request.subject().name, now_us, hour))
        return refused(request.service, inquiry, Code(656));
    std::optional<Verdict> verdict;
    if (!behaviour.cStat || behaviour.when == When::after) verdict = simulator::judge(request.service, inquiry);
    if (behaviour.cStat) verdict = told(request.service, inquiry, Code(*behaviour.cStat, behaviour.xMotivo));
    spoil(*verdict, behaviour.misdeed, request.service, inquiry);
    return *verdict;
}

SoapAnswer Desk::answer(Received const& request, Behaviour const& behaviour) {
    auto const verdict = memory_->write([&](db::Transaction& memory) -> std::optional<Verdict> {
        auto const now = now_us(memory);
        settle_due(memory, now, tables_.current());
        auto entry = entry_of(request, behaviour, now);
        std::optional<Verdict> judged;
        if (request.message) {
            judged = judge(memory, request, behaviour, now);
            entry.cStat = judged->cStat;
            entry.cStat_inner = judged->cStat_inner;
        }
        add_to_ledger(memory, entry);
        if (behaviour.misdeed == Misdeed::kill_judged) die();
        return judged;
    });
    if (behaviour.misdeed == Misdeed::kill_stored) die();
    if (!verdict) return soap_fault(400, request.message.error());
    return soap_answer(request.service, verdict->result, behaviour.variants.prefixed);
}

void Desk::take_down(Received const& request, Behaviour const& behaviour) {
    memory_->write([&](db::Transaction& memory) {
        auto const now = now_us(memory);
        settle_due(memory, now, tables_.current());
        add_to_ledger(memory, entry_of(request, behaviour, now));
    });
}

std::chrono::milliseconds Desk::clock_offset(std::string_view CNPJ) {
    return memory_->read([&](db::Connection& memory) {
        auto const offset = CNPJ.empty() ? clock_offset_us(memory) : ahead_us(memory, CNPJ);
        return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::microseconds(offset));
    });
}

void Desk::set_clock_offset(std::string_view CNPJ, std::chrono::milliseconds offset) {
    memory_->write([&](db::Transaction& memory) {
        auto const offset_us = std::chrono::microseconds(offset).count();
        if (CNPJ.empty()) set_clock_offset_us(memory, offset_us);
        else set_ahead_us(memory, CNPJ, offset_us);
    });
}

bool Desk::demands_ibscbs(std::string_view CNPJ) {
    return memory_->read([&](db::Connection& memory) { return simulator::demands_ibscbs(memory, CNPJ); });
}

void Desk::set_demands_ibscbs(std::string_view CNPJ, bool demands) {
    memory_->write([&](db::Transaction& memory) { simulator::set_demands_ibscbs(memory, CNPJ, demands); });
}

SvcState Desk::svc(std::string_view UF) {
    return memory_->read([&](db::Connection& memory) { return svc_state(memory, UF); });
}

void Desk::set_svc(std::string_view UF, SvcState state) {
    memory_->write([&](db::Transaction& memory) { set_svc_state(memory, UF, state); });
}

std::optional<std::string> Desk::list(std::string_view name, std::int64_t after) {
    auto const tables = tables_.current();
    return memory_->write([&](db::Transaction& memory) {
        settle_due(memory, now_us(memory), tables);
        return ledger_json(memory, name, after);
    });
}

std::optional<Registration> Desk::registration(std::string_view CNPJ) {
    return memory_->read([&](db::Connection& memory) { return find_registration(memory, CNPJ); });
}

void Desk::register_company(std::string_view CNPJ, Registration const& registration) {
    memory_->write([&](db::Transaction& memory) { put_registration(memory, CNPJ, registration); });
}

void Desk::forget_company(std::string_view CNPJ) {
    memory_->write([&](db::Transaction& memory) { simulator::forget_company(memory, CNPJ); });
}

} // namespace balcao::sefaz::simulator
