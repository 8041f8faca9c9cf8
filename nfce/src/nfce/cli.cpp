#include "nfce/cli.hpp"

#include "nfce/danfe.hpp"
#include "nfce/events.hpp"
#include "nfce/foreign.hpp"
#include "nfce/format_check.hpp"
#include "nfce/modelo.hpp"
#include "nfce/return_codes.hpp"
#include "nfce/rules.hpp"
#include "nfce/sale_json.hpp"
#include "nfce/sign_xml.hpp"
#include "nfce/tables.hpp"
#include "platform/base/json.hpp"
#include "platform/base/secret.hpp"
#include "platform/base/text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <array>
#include <fstream>
#include <map>

namespace balcao::nfce {

namespace {

/// Ends the command with a sentence and a code.
struct Stop {
    ExitCode code;
    std::string sentence;
};

constexpr std::size_t most_input = 16 * 1024 * 1024;

struct Options {
    std::string input, certificate, password_file, now, logo, addresses, paper = "80";
    int code = 0, escpos = 0;
    bool check = false, summary = false, cancelled = false, establishment = false;
};

class Command {
public:
    Command(Options const& options, std::istream& in, std::ostream& out, std::ostream& err)
        : o_(options), in_(in), out_(out), err_(err) {}

    /// Puts the operator's addresses in the place of the table's own.
    void use_addresses() {
        if (o_.addresses.empty()) return;
        auto made = Tables::make({}, content(o_.addresses, exit_unusable_input));
        if (made) {
            tables_ = *std::move(made);
            return;
        }
        std::string sentences;
        for (auto const& error : made.error().second) sentences += "\n  " + sentence_of(error);
        throw Stop{exit_unusable_input, fmt::format("Corrija {}.{}", o_.addresses, sentences)};
    }

    int build() {
        auto const sale = read_sale_or_stop();
        auto const computed = computed_or_stop(sale);
        auto const urls = urls_of(sale);
        auto const certificate = open_certificate();
        for (auto const& note : computed.notes) tell(note);
        if (o_.check) {
            if (auto const problems = all_problems(sale, computed, urls, facts_of(certificate)); !problems.empty()) {
                for (auto const& problem : problems) tell(problem);
                return exit_problems;
            }
        }
        if (!urls) throw Stop{exit_problems, "Não há endereço de consulta para esta UF e ambiente; informe urls."};
        auto const document = write_signed(computed.nfce, sale.qr, *urls, certificate);
        if (!document)
            throw Stop{exit_problems, fmt::format("{}: {}", document.error().field, document.error().message)};
        out_ << document->xml;
        return exit_done;
    }

    int check() {
        auto read = read_sale(input());
        if (read) read->tables = tables_;
        if (!read) return list(read.error(), exit_unusable_input);
        auto const computed = compute(*read);
        if (!computed) return list(computed.error(), exit_problems);
        std::optional<CertificateFacts> certificate;
        if (!o_.certificate.empty()) certificate = facts_of(open_certificate());
        return list(all_problems(*read, *computed, urls_of(*read), certificate), exit_problems);
    }

    int sign() {
        auto const signed_xml = sign_xml(input(), open_certificate());
        if (!signed_xml) throw Stop{exit_unusable_input, signed_xml.error()};
        out_ << *signed_xml;
        return exit_done;
    }

    int verify() {
        auto const text = input();
        auto const document = XmlDocument::parse(text);
        if (!document) throw Stop{exit_unusable_input, document.error()};
        auto const name = signed_element_of(*document);
        if (!name) throw Stop{exit_unusable_input, "O XML não traz infNFe, infEvento nem infInut."};
        auto const verified = verify_signature(*document, *name);
        if (!verified) return list({verified.error()}, exit_problems);
        Problems problems;
        if (*name == "infNFe") {
            auto const receipt = read_receipt(text);
            if (!receipt) return list(receipt.error(), exit_problems);
            problems =
                check_signer(verified->signer, receipt->nfce.emit.CNPJ, moment_or(receipt->nfce.ide.dhEmi.epoch()));
        }
        if (!problems.empty()) return list(problems, exit_problems);
        balcao::json::ObjectWriter result;
        result.text("id", verified->id);
        result.text("digestValue", verified->digest_value);
        result.text("cnpj", verified->signer.cnpj);
        out_ << result.take() << "\n";
        return exit_done;
    }

    int danfe() {
        auto const receipt = read_or_stop(read_receipt(input()));
        static std::map<std::string, Paper> const papers{
            {"80", Paper::roll80}, {"58", Paper::roll58}, {"a4", Paper::a4}};
        auto const logo = o_.logo.empty() ? std::string() : content(o_.logo, exit_unusable_input);
        if (!o_.logo.empty() && logo.empty()) throw Stop{exit_unusable_input, fmt::format("{} está vazio.", o_.logo)};
        DanfeOptions const options{.paper = papers.at(o_.paper),
                                   .detail = o_.summary ? Detail::summarised : Detail::full,
                                   .copy = o_.establishment ? Copy::establishment : Copy::customer,
                                   .cancelled = o_.cancelled,
                                   .logo = logo};
        auto const drawn = o_.escpos != 0 ? danfe_escpos(receipt, options, o_.escpos) : danfe_pdf(receipt, options);
        if (!drawn) {
            tell(drawn.error());
            return exit_unusable_input;
        }
        out_ << *drawn;
        return exit_done;
    }

    int qr() {
        out_ << read_or_stop(read_receipt(input())).nfce.infNFeSupl.qrCode << "\n";
        return exit_done;
    }

    int event() {
        auto const request = read_or_stop(read_event(input()));
        if (auto const problems = check_event(request); !problems.empty()) {
            for (auto const& problem : problems) tell(problem);
            return exit_problems;
        }
        out_ << write_event(request, open_certificate()).value().message;
        return exit_done;
    }

    int explain() {
        auto const what = nfce::explain(o_.code);
        if (what.official.empty()) throw Stop{exit_unusable_input, what.sentence};
        fmt::print(out_, "{} {}\n{}\n", what.cStat, what.official, what.sentence);
        if (!what.field.empty()) fmt::print(out_, "Campo: {}\n", what.field);
        fmt::print(out_, "O programa: {}\n", what.program);
        return exit_done;
    }

private:
    std::string content(std::string const& path, ExitCode code) {
        std::ifstream file;
        if (path != "-") file.open(path, std::ios::binary);
        auto& from = path == "-" ? in_ : file;
        std::string text;
        std::array<char, 65'536> piece;
        while (from.read(piece.data(), piece.size()) || from.gcount() > 0) {
            text.append(piece.data(), static_cast<std::size_t>(from.gcount()));
            if (text.size() > most_input) throw Stop{code, fmt::format("{} passa de 16 MiB.", path)};
        }
        if (!from.eof()) throw Stop{code, fmt::format("Não foi possível ler {}.", path)};
        return text;
    }
    std::string input() { return content(o_.input, exit_unusable_input); }

    Certificate open_certificate() {
        if (o_.certificate.empty() || o_.password_file.empty()) {
            throw Stop{exit_certificate_fault,
                       "Informe o certificado com --certificate e a senha com --password-file."};
        }
        auto text = content(o_.password_file, exit_certificate_fault);
        while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
        Secret const password(std::move(text));
        auto certificate = Certificate::open(content(o_.certificate, exit_certificate_fault), password.reveal());
        if (!certificate) throw Stop{exit_certificate_fault, std::string(describe(certificate.error()))};
        return *certificate;
    }

    template <class T>
    T read_or_stop(std::expected<T, Problems> read) {
        if (read) return *std::move(read);
        for (auto const& problem : read.error()) tell(problem);
        throw Stop{exit_unusable_input, ""};
    }
    Sale read_sale_or_stop() {
        auto sale = read_or_stop(read_sale(input()));
        sale.tables = tables_;
        return sale;
    }
    Computed computed_or_stop(Sale const& sale) {
        auto computed = compute(sale);
        if (computed) return *std::move(computed);
        for (auto const& problem : computed.error()) tell(problem);
        throw Stop{exit_problems, ""};
    }

    /// Empty for a document without QR code, which has no place for them.
    static std::optional<ConsultationUrls> urls_of(Sale const& sale) {
        if (!modelo_of(sale.ide.mod).has_supplement) return ConsultationUrls{};
        return sale.urls ? sale.urls : sale.tables->consultation_urls(sale.emit.enderEmit.UF, sale.ide.tpAmb);
    }
    std::int64_t moment_or(std::int64_t fallback) const {
        if (o_.now.empty()) return fallback;
        auto const moment = DateTime::parse(o_.now);
        if (!moment)
            throw Stop{exit_unusable_input, "--now deve ser data e hora com fuso, como 2026-11-20T10:15:30-03:00."};
        return moment->epoch();
    }
    Problems all_problems(Sale const& sale, Computed const& computed, std::optional<ConsultationUrls> const& urls,
                          std::optional<CertificateFacts> const& certificate) const {
        CheckContext context;
        context.tables = tables_;
        context.now = moment_or(computed.nfce.ide.dhEmi.epoch());
        context.certificate = certificate;
        context.qr = sale.qr;
        context.urls = urls;
        auto problems = computed.notes;
        for (auto& problem : nfce::check(computed.nfce, context)) problems.push_back(std::move(problem));
        return problems;
    }

    int list(Problems const& problems, ExitCode code) {
        for (auto const& problem : problems) out_ << to_json(problem) << "\n";
        return problems.empty() ? exit_done : code;
    }
    void tell(Problem const& problem) {
        fmt::print(err_, "{}{}{}\n", problem.field, problem.field.empty() ? "" : ": ", problem.message);
    }

    std::shared_ptr<Tables const> tables_ = Tables::base();
    Options const& o_;
    std::istream& in_;
    std::ostream& out_;
    std::ostream& err_;
};

void add_certificate(CLI::App& app, Options& o) {
    app.add_option("--certificate", o.certificate, "A1 certificate (.pfx)");
    app.add_option("--password-file", o.password_file, "file that holds the certificate's password");
}

} // namespace

int nfce_main(std::vector<std::string> const& args, std::istream& in, std::ostream& out, std::ostream& err) {
    Options o;
    int (Command::*chosen)() = nullptr;
    CLI::App app{
        "NFC-e on the command line. FILE may be - for standard input; only the document goes to standard output.",
        "./run nfce"};
    app.require_subcommand(1);
    app.footer(
        "Examples:\n"
        "  ./run nfce check sale.json\n"
        "  ./run nfce build sale.json --certificate a1.pfx --password-file senha.txt > nfce.xml\n"
        "  ./run nfce danfe nfce.xml > danfe.pdf\n"
        "  ./run nfce explain 539\n"
        "Exit codes: 0 done, 1 problems, 2 unusable input, 3 certificate or password, 4 failure of the program.");
    app.add_option("--addresses", o.addresses,
                   "JSON file whose rows replace addresses of SEFAZ, shaped as nfce-endpoints.json, with modelo 55 in "
                   "those of the NF-e")
        ->envname("BALCAO_SEFAZ_ADDRESSES");
    auto const command = [&](char const* name, char const* what, char const* example, int (Command::*run)()) {
        auto* sub = app.add_subcommand(name, what);
        sub->footer(std::string("Example:\n  ./run nfce ") + example);
        sub->callback([&chosen, run] { chosen = run; });
        return sub;
    };
    auto const file = [&o](CLI::App* sub) { sub->add_option("FILE", o.input, "input file")->required(); };

    auto* build = command("build", "Write the signed XML of a sale",
                          "build sale.json --certificate a1.pfx --password-file senha.txt > nfce.xml", &Command::build);
    file(build);
    add_certificate(*build, o);
    build->add_flag("--check", o.check, "apply the rules first and write nothing when one is broken");
    build->add_option("--now", o.now, "moment to check against; default: the receipt's own dhEmi");
    auto* check =
        command("check", "List what SEFAZ would refuse, one JSON line each", "check sale.json", &Command::check);
    file(check);
    add_certificate(*check, o);
    check->add_option("--now", o.now, "moment to check against; default: the receipt's own dhEmi");
    auto* sign = command("sign", "Sign an XML that has no signature yet",
                         "sign nfce.xml --certificate a1.pfx --password-file senha.txt > signed.xml", &Command::sign);
    file(sign);
    add_certificate(*sign, o);
    auto* verify = command("verify", "Verify the signature of an XML", "verify nfce.xml", &Command::verify);
    file(verify);
    verify->add_option("--now", o.now, "moment the certificate must be in force; default: dhEmi");
    auto* danfe =
        command("danfe", "Draw the DANFE of an XML", "danfe nfce.xml --paper 58 > danfe.pdf", &Command::danfe);
    file(danfe);
    danfe->add_option("--paper", o.paper, "80, 58 or a4; an NF-e is always on a4")
        ->check(CLI::IsMember({"80", "58", "a4"}));
    danfe->add_flag("--summary", o.summary, "leave the items out");
    danfe->add_flag("--cancelled", o.cancelled, "mark as cancelled");
    danfe->add_flag("--establishment", o.establishment, "the establishment's copy");
    danfe->add_option("--logo", o.logo, "the company's logo, PNG or JPEG (PDF only)");
    danfe->add_option("--escpos", o.escpos, "ESC/POS of 48 or 32 columns in place of PDF")
        ->check(CLI::IsMember({48, 32}));
    file(command("qr", "Write the content of the QR code of an XML", "qr nfce.xml", &Command::qr));
    auto* event =
        command("event", "Write a cancellation, a letter of correction or a voiding of numbers",
                "event cancel.json --certificate a1.pfx --password-file senha.txt > event.xml", &Command::event);
    file(event);
    add_certificate(*event, o);
    auto* explain = command("explain", "Explain a return code of SEFAZ", "explain 539", &Command::explain);
    explain->add_option("CODE", o.code, "cStat")->required();

    std::vector<std::string> reversed(args.rbegin(), args.rend());
    try {
        app.parse(reversed);
    } catch (const CLI::ParseError& error) {
        return app.exit(error, out, err) == 0 ? exit_done : exit_unusable_input;
    }
    try {
        Command chosen_command(o, in, out, err);
        chosen_command.use_addresses();
        int const code = (chosen_command.*chosen)();
        out.flush();
        if (!out) throw Stop{exit_failed, "Não foi possível escrever a saída inteira."};
        return code;
    } catch (Stop const& stop) {
        if (!stop.sentence.empty()) err << stop.sentence << "\n";
        return stop.code;
    } catch (std::exception const& error) {
        err << error.what() << "\n";
        return exit_failed;
    }
}

} // namespace balcao::nfce
