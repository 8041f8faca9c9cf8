#pragma once
// What becomes of a request between its bytes and its answer: it is read, judged, stored with its judgement in one
// transaction, and only then answered.

#include <chrono>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "platform/db/database.hpp"
#include "sefaz/simulator/behaviour.hpp"
#include "sefaz/simulator/registration.hpp"
#include "sefaz/simulator/services.hpp"
#include "sefaz/simulator/state.hpp"
#include "sefaz/tables_file.hpp"
#include "sefaz/test_authority.hpp"

namespace balcao::sefaz::simulator {

struct Caller {
    std::int64_t connection = 0;                          // counted from 1 since the start
    std::string CNPJ{};                                   // of the connection's certificate
    nfce::Authoriser authoriser = nfce::Authoriser::nfce; // whose service it called
};

struct Received {
    nfce::Service service{};
    std::string_view body;
    std::expected<Message, std::string> message; // the error: why it is none
    Caller caller;

    Subject const& subject() const;
};

/// For one thread, but what is marked.
class Desk {
public:
    /// Opens the memory in the folder. Throws std::runtime_error with a sentence for the operator.
    Desk(std::filesystem::path const& folder, TestAuthority const& authority, Pace pace);

    static Received read(nfce::Service service, std::string_view body, Caller caller);
    /// Judges and stores. What is no message gets a SOAP fault.
    SoapAnswer answer(Received const& request, Behaviour const& behaviour);
    /// Takes a request down that is not judged.
    void take_down(Received const& request, Behaviour const& behaviour);

    Pace const& pace() const { return pace_; }
    /// How far its clock is ahead; for a company, whose CNPJ is not empty, so much more. Kept over a restart. Any
    /// thread.
    std::chrono::milliseconds clock_offset(std::string_view CNPJ);
    void set_clock_offset(std::string_view CNPJ, std::chrono::milliseconds offset);
    /// Of one company, or with an empty CNPJ of all (state.hpp). Any thread.
    bool demands_ibscbs(std::string_view CNPJ);
    void set_demands_ibscbs(std::string_view CNPJ, bool demands);
    /// Of a UF (state.hpp). Any thread.
    SvcState svc(std::string_view UF);
    void set_svc(std::string_view UF, SvcState state);
    /// Ledger::ledger_json, after judging what is due. Any thread.
    std::optional<std::string> list(std::string_view name, std::int64_t after);
    /// What it was told of a company. Any thread.
    std::optional<Registration> registration(std::string_view CNPJ);
    void register_company(std::string_view CNPJ, Registration const& registration);
    /// Any thread.
    void forget_company(std::string_view CNPJ);

private:
    std::int64_t now_us(db::Connection& memory) const;
    Verdict judge(db::Transaction& memory, Received const& request, Behaviour const& behaviour, std::int64_t now_us);
    nfce::Certificate const* signer_for(Variants const& variants);

    TestAuthority const authority_;
    Pace const pace_;
    std::unique_ptr<db::Database> const memory_;
    TablesFile tables_;
    std::optional<nfce::Certificate> signer_; // made when first needed
};

} // namespace balcao::sefaz::simulator
