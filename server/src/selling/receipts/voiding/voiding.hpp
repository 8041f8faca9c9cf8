#pragma once
// Voiding numbers at SEFAZ (`nfce_inutilizacao`): those of notas that were given up, and those that were skipped.

#include <string>
#include <string_view>

#include <boost/json/object.hpp>

#include "selling/receipts/voiding/voiding_store.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

/// Type of the job that brings a request to its end; data: `{"inutilizacao":"…"}`.
inline constexpr std::string_view voiding_job = "nfce_inutilizar";
/// Its key.
std::string voiding_key(Uuid const& id);
inline constexpr std::int64_t most_voided_at_once = 1000;

struct VoidingInput {
    std::string ambiente;
    std::int64_t modelo = numbers::modelo_nfce;
    std::int64_t serie = 0;
    std::int64_t ini = 0;
    std::int64_t fim = 0;
    std::string motivo; // 15 to 255 characters
};
Result<VoidingInput> read_voiding(boost::json::object const& json);

/// Asks for the range to be voided (nfce_void). `invalid` with the numbers that cannot be: only those of notas that
/// were given up and those skipped can. Before SEFAZ is asked to void, it is asked for every key of the range; a nota
/// that it has after all leaves the range.
Result<Uuid> void_numbers(Acting const& acting, VoidingInput const& input);

/// The program asks for the numbers to be voided of notas whose last query was due by then (nfce_void), in ranges as
/// long as they can be, at most `most_voided_at_once` numbers a call.
void void_abandoned(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                    companies::Company const& company, Instant before);
/// Stores a request with its job.
void make_voiding(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                  VoidingRequest const& request);

/// `wire` must outlive the queue.
void add_voiding_job(jobs::Queue& queue, Wire const& wire);
/// Jobs for requests of the company that are open and have none.
void ensure_voiding_jobs(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope);

} // namespace balcao::receipts
