#pragma once
// A nota beside that of a sale: of goods that came back or leave later. What it documents has one, and again one when
// the last was cancelled or given up.

#include <optional>
#include <string>
#include <string_view>

#include "selling/receipts/issuing/issuing.hpp"

namespace balcao::receipts {

/// Cancelled, given up or void: another nota may take its place.
bool has_ended(Nota const& nota);
/// The sentence while SEFAZ has not registered the company for NF-e. Practice needs no registration.
std::optional<std::string> why_not_registered(db::Connection& connection, auth::CompanyScope const& scope,
                                              std::string_view ambiente);
/// `issuing_blocked` while no number of the series can be taken.
Result<void> check_series(db::Connection& connection, auth::CompanyScope const& scope, Issuer const& issuer,
                          Instant now);
/// The company's certificate of that environment. Not inside of a read or a write.
Result<nfce::Certificate> find_certificate(Acting const& acting, Issuer const& issuer);

/// One attempt of a person to issue one. Whoever presses twice, or beside somebody else, gets the nota that was issued.
class IssueOnce {
public:
    /// `after`: the last one that the caller saw, which has ended.
    IssueOnce(Acting const& acting, std::optional<NotaId> const& after)
        : acting_(acting), wire_(acting.wire), scope_(acting.scope), after_(after) {}
    virtual ~IssueOnce() = default;
    IssueOnce(IssueOnce const&) = delete;
    IssueOnce& operator=(IssueOnce const&) = delete;

    /// Not inside of a read or a write.
    Result<IssuedNota> run();

protected:
    /// That nothing has replaced.
    virtual std::optional<Nota> find_last(db::Connection& connection) = 0;
    /// All that the document is made of, or why there may be none.
    virtual Result<void> find(db::Connection& connection) = 0;
    virtual Issuer const& issuer() const = 0;
    virtual Result<Signed> sign(Heading const& heading, Instant fiscal_now) = 0;
    /// Waits for who issues it at the same time, and asks again whether it may be, as it was found.
    virtual Result<void> lock(db::Transaction& transaction) = 0;
    /// Of who bought, under which it is found.
    virtual std::optional<std::string> name() const = 0;
    /// What the first one documents: operacao and what belongs to it.
    virtual void describe(Nota& nota) const = 0;
    /// What else is written, and who learns of it, with the nota.
    virtual void note_issued(db::Transaction& transaction, Nota const& nota) = 0;

    Acting const& acting_;
    Wire const& wire_;
    auth::CompanyScope const& scope_;

private:
    // It was issued since the caller looked.
    bool is_known(std::optional<Nota> const& last) const { return last && last->id != after_; }
    Result<IssuedNota> write(db::Transaction& transaction, Signed const& document);
    Nota put_first(db::Transaction& transaction, Signed const& document);

    std::optional<NotaId> const after_;
};

} // namespace balcao::receipts
