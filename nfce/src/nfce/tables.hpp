#pragma once

#include "nfce/csv.hpp"
#include "nfce/document.hpp"
#include "nfce/services.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

/// What changes by year and UF. Dates are "AAAA-MM-DD" in the receipt's own offset.
namespace balcao::nfce {

/// Files of reference-data/ that newer ones can take the place of.
enum class TableFile { parametros, enderecos, ncm, cest, cfop, ibscbs_cst, ibscbs_cclasstrib, enderecos_nfe };
inline constexpr std::size_t table_file_count = 8;
/// "nfce-parametros.csv".
std::string_view name_of(TableFile file);
std::optional<TableFile> table_file_named(std::string_view name);
/// The program's own.
std::string_view base_text(TableFile file);
/// Day that the program's own says the state of.
std::string_view base_as_of(TableFile file);

/// What is wrong with a file: a sentence in Portuguese. Line and column count from 1; 0: of the whole.
struct TableError {
    std::size_t line = 0, column = 0;
    std::string message;
};
using TableErrors = std::vector<TableError>;
/// "Linha 7, coluna 3: …".
std::string sentence_of(TableError const& error);
/// A file as the tables are read: without byte order mark, carriage returns and blank lines.
std::string plain_table(std::string_view text);
/// Every mistake of a plain file, at most twenty; empty: it can be used.
TableErrors check_table(TableFile file, std::string_view text);

using TableTexts = std::map<TableFile, std::string>;

/// Who wants what a row of nfce-parametros.csv says (its column `alcance`): SEFAZ, which refuses a receipt otherwise;
/// the law, which SEFAZ does not enforce (yet); or this program, of its own knowledge.
enum class Reach { sefaz, lei, programa };

/// A row of nfce-parametros.csv.
struct Parameter {
    std::string_view value, since; ///< `valor`, `desde`
};

/// One CST of IBS and CBS.
struct IbsCbsCst {
    bool gIBSCBS, gIBSCBSMono, gRed;
};

/// One cClassTrib. Reductions are percent numbers as in the table ("60", "0").
struct ClassTrib {
    std::string_view pRedIBS, pRedCBS, dIniVig, dFimVig;
    bool gTribRegular, nfce, nfe; ///< nfce, nfe: whether the model takes it
};

/// One set of tables, by which a receipt is composed, judged and made again. Immutable, any thread; views live as long
/// as it does.
class Tables {
public:
    /// The program's own set.
    static std::shared_ptr<Tables const> const& base();
    /// The base with these files in the place of its own, and then the addresses of an operator's JSON file, whose rows
    /// replace single ones. The errors are those of the first file that has any, named in the pair.
    /// `revision`: how the installation counts it.
    static std::expected<std::shared_ptr<Tables const>, std::pair<TableFile, TableErrors>>
    make(TableTexts texts, std::string_view addresses = {}, std::int64_t revision = 0);

    /// Tells sets of one program apart: a digest of the files that replace the base; empty: the base itself.
    std::string const& id() const { return id_; }
    std::int64_t revision() const { return revision_; }
    /// What it was made of.
    TableTexts const& own() const { return own_; }
    std::string const& addresses() const { return addresses_; }
    std::string_view text(TableFile file) const { return texts_.at(static_cast<std::size_t>(file)); }

    /// The row of a parameter for a UF and environment (tpAmb) on a day: the UF's own, else that of all ("*"); of these
    /// the environment's own, else that of both; of these the newest that has begun, nullptr when none has. `reach`
    /// tells apart the rows of a parameter that SEFAZ and the law want differently. std::logic_error for an unknown
    /// parameter.
    Parameter const* find_parameter(std::string_view name, std::string_view uf, std::string_view date, int tpAmb,
                                    std::optional<Reach> reach = std::nullopt) const;
    /// Its value, empty without a row. Without tpAmb that of produção.
    std::string_view parameter(std::string_view name, std::string_view uf, std::string_view date, int tpAmb = 1) const;
    /// parameter() == "S".
    bool allowed(std::string_view name, std::string_view uf, std::string_view date, int tpAmb = 1) const;
    /// Whether parameter(), a list of words, has this one.
    bool listed(std::string_view name, std::string_view uf, std::string_view date, std::string_view word,
                int tpAmb = 1) const;

    /// Official service: NFeAutorizacao4 NFeRetAutorizacao4 NFeConsultaProtocolo4 NFeInutilizacao4 NFeStatusServico4
    /// NFeRecepcaoEvento4 CadConsultaCadastro4. nullopt when the UF does not offer it, or the SVC does not stand in for
    /// it on that day (`date`, of the SVC alone).
    std::optional<std::string_view> endpoint(std::string_view uf, int tpAmb, std::string_view service,
                                             Authoriser of = Authoriser::nfce, std::string_view date = {}) const;
    /// Addresses of the QR code and of the consultation by key, as the XML carries them.
    std::optional<ConsultationUrls> consultation_urls(std::string_view uf, int tpAmb) const;
    /// Whether `base` is the QR address of the UF, or the other form its published lists carry.
    bool is_qr_base(std::string_view uf, int tpAmb, std::string_view base) const;
    /// Whether `url` is the address of the consultation by key, or the other form its published lists carry.
    bool is_key_consultation(std::string_view uf, int tpAmb, std::string_view url) const;

    /// Newest day up to `date` on which a dated row of these tables began, or the last day of one that has ended: while
    /// it stays the same, and the set, so does what they say.
    std::string_view last_change(std::string_view date) const;

    bool ncm_in_force(std::string_view ncm, std::string_view date) const;
    /// nullopt for a CFOP that does not exist; titles of groups are none.
    std::optional<std::string_view> cfop_title(std::string_view cfop) const;
    /// Whether one of the CEST's NCM prefixes begins `ncm`; true for a CEST the law gives no NCM.
    bool cest_fits(std::string_view cest, std::string_view ncm) const;
    std::optional<IbsCbsCst> ibscbs_cst(std::string_view cst) const;
    std::optional<ClassTrib> class_trib(std::string_view cClassTrib) const;

private:
    struct ParameterRow {
        std::string_view uf, ambiente;
        Reach reach{};
        Parameter parameter;
    };
    struct Endpoint {
        std::string url, alternative;
    };
    using EndpointKey = std::tuple<std::string, int, std::string, int>; // UF or SVC, tpAmb, service, model
    using Endpoints = std::map<EndpointKey, Endpoint>;
    friend class EndpointReading;

    explicit Tables(TableTexts own);
    void read_parameters();
    void read_class_tribs();
    void read_days();
    Endpoint const* find_endpoint(std::string_view uf, int tpAmb, std::string_view service, int mod = 65) const;

    TableTexts const own_; // what texts_ views, where it is not the base
    std::string id_, addresses_;
    std::int64_t revision_ = 0;
    std::array<std::string_view, table_file_count> texts_;
    CsvTable ncm_, cest_, cfop_, ibscbs_cst_;
    std::multimap<std::string_view, ParameterRow> parameters_;
    std::map<std::string_view, ClassTrib> class_tribs_;
    Endpoints endpoints_;
    std::set<std::string_view> begun_, ended_;
};

/// Whether a list of words, separated by spaces, has this one.
bool has_word(std::string_view words, std::string_view word);

/// What is the same in every installation, built into the program. Views stay valid for ever.
namespace tables {

/// "35" for "SP".
std::optional<std::string_view> uf_code(std::string_view uf);
std::optional<std::string_view> uf_of_code(std::string_view code);
/// UF of an IBGE municipality code.
std::optional<std::string_view> uf_of_municipality(std::string_view code);

/// With which CST of IPI a legal framing (cEnq) goes: empty where it goes with several.
struct IpiFraming {
    std::string_view cst_entrada, cst_saida;
};
std::optional<IpiFraming> ipi_framing(std::string_view cEnq);

/// What a tPag is called.
std::optional<std::string_view> payment_means(std::string_view tPag);
bool is_card_brand(std::string_view tBand);

/// Official text of a return code.
std::optional<std::string_view> official_text(int cStat);

} // namespace tables

} // namespace balcao::nfce
