// Foreign spreadsheets: what is read, and what is refused with which sentence.

#include "platform/spreadsheets/table.hpp"

#include <map>
#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <zip.h>

#include "platform/base/text.hpp"
#include "platform/spreadsheets/spreadsheet.hpp"

namespace balcao::spreadsheets {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(Table const& table) {
    Rows rows;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        auto const cells = table.cells(row);
        rows.emplace_back(cells.begin(), cells.end());
    }
    return rows;
}
Rows read(std::string_view file) {
    auto const table = read_table(file);
    if (table) return rows_of(*table);
    ADD_FAILURE() << table.error().detail;
    return {};
}
std::string refusal(std::string_view file) {
    auto const table = read_table(file);
    if (table) return "was read";
    EXPECT_EQ(table.error().kind, FailureKind::invalid);
    return table.error().detail;
}

Rows const two{{"Código", "Descrição"}, {"1", "Laje çã"}};

TEST(CsvTest, ReadsWhateverSpreadsheetsSave) {
    struct Case {
        char const* what;
        std::string file;
    };
    std::vector<Case> const cases{
        {"semicolons", "Código;Descrição\n1;Laje çã\n"},
        {"commas", "Código,Descrição\n1,Laje çã\n"},
        {"tabs", "Código\tDescrição\n1\tLaje çã\n"},
        {"CRLF", "Código;Descrição\r\n1;Laje çã\r\n"},
        {"CR of old Macs", "Código;Descrição\r1;Laje çã\r"},
        {"no end of the last line", "Código;Descrição\n1;Laje çã"},
        {"BOM", "\xEF\xBB\xBF"
                "Código;Descrição\n1;Laje çã\n"},
        {"Windows-1252", "C\xF3"
                         "digo;Descri\xE7\xE3o\r\n1;Laje \xE7\xE3\r\n"},
        {"UTF-16, as Excel saves Unicode text",
         std::string("\xFF\xFE"
                     "C\0\xF3\0d\0i\0g\0o\0\t\0D\0e\0s\0c\0r\0i\0\xE7\0\xE3\0o\0\n\0"
                     "1\0\t\0L\0a\0j\0e\0 \0\xE7\0\xE3\0",
                     54)},
        {"quotes", "\"Código\";\"Descrição\"\n\"1\";\"Laje çã\"\n"},
        {"the separator named", "sep=;\nCódigo;Descrição\n1;Laje çã\n"},
        {"empty lines and cells", "\n;;\nCódigo;Descrição;;\n\n1;Laje çã;\n;\n"},
        {"blanks around", " Código ; Descrição\n 1 ;\tLaje çã \n"},
    };
    for (auto const& [what, file] : cases) EXPECT_EQ(read(file), two) << what;
}

TEST(CsvTest, QuotedCellsKeepSeparatorsQuotesAndLines) {
    EXPECT_EQ(read("a;b\n\"1;2\";\"diz \"\"oi\"\"\nlinha 2\"\n"), (Rows{{"a", "b"}, {"1;2", "diz \"oi\"\nlinha 2"}}));
}

TEST(CsvTest, AQuoteInsideACellIsAQuote) {
    EXPECT_EQ(read("a;b\n1;Tubo 2\" x 3\n"), (Rows{{"a", "b"}, {"1", "Tubo 2\" x 3"}}));
}

TEST(CsvTest, CommasInsideQuotesDoNotDecideTheSeparator) {
    EXPECT_EQ(read("\"a,b,c,d\";e\n1;2\n"), (Rows{{"a,b,c,d", "e"}, {"1", "2"}}));
}

TEST(CsvTest, KnowsTheNumberOfEachLine) {
    auto const table = read_table("a\n\n1\n\n\n2\n");
    ASSERT_TRUE(table.has_value());
    EXPECT_EQ(table->line(0), 1);
    EXPECT_EQ(table->line(1), 3);
    EXPECT_EQ(table->line(2), 6);
}

TEST(CsvTest, RefusesWhatIsNoSpreadsheet) {
    EXPECT_THAT(refusal(""), HasSubstr("vazia"));
    EXPECT_THAT(refusal("\n \n;;\n"), HasSubstr("vazia"));
    EXPECT_THAT(refusal("Código;Descrição\n"), HasSubstr("só tem o título"));
    EXPECT_THAT(refusal(std::string("a;b\n1;\0\n", 8)), HasSubstr("não é uma planilha"));
    EXPECT_THAT(refusal("a;b\n1;\x81\x8D\n"), HasSubstr("CSV UTF-8"));
    EXPECT_THAT(refusal("a;b\n1;\"aberto\n2;3\n"), HasSubstr("Faltam aspas"));
    EXPECT_THAT(refusal("\xD0\xCF\x11\xE0 old excel"), HasSubstr(".xlsx sem senha"));
    EXPECT_THAT(refusal(std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16)), HasSubstr("não é uma planilha"));
}

TEST(CsvTest, RefusesWhatIsTooLarge) {
    EXPECT_THAT(refusal(std::string(19'000'000, 'x')), HasSubstr("32.767 caracteres"));
    EXPECT_THAT(refusal("a\n" + std::string(40'000, 'x') + "\n"), HasSubstr("A linha 2"));
    EXPECT_THAT(refusal("a\n" + std::string(500, ',') + "x\n"), HasSubstr("200 colunas"));
    std::string many = "a\n";
    for (int i = 0; i < 50'001; ++i) many += "1\n";
    EXPECT_THAT(refusal(many), HasSubstr("50.000 linhas"));
    many.erase(many.size() - 2);
    EXPECT_EQ(read(many).size(), 50'001U);
}

// What the writer writes, the reader reads, blanks around aside.
RC_GTEST_PROP(CsvTest, ReadsBackWhatIsWritten, ()) {
    auto const letters = rc::gen::elementOf(std::string("ab;,\"\n'1. "));
    auto const texts = *rc::gen::container<Rows>(
        rc::gen::container<std::vector<std::string>>(4, rc::gen::container<std::string>(letters)));
    std::vector<Heading> const headings{{"A"}, {"B"}, {"C"}, {"D"}};
    auto const file = new_spreadsheet(Format::csv, "x", headings);
    Rows expected{{"A", "B", "C", "D"}};
    for (auto row : texts) {
        file->row(std::vector<Cell>(row.begin(), row.end()));
        for (auto& text : row) text = trim(text);
        while (!row.empty() && row.back().empty()) row.pop_back();
        if (!row.empty()) expected.push_back(row);
    }
    auto const table = read_csv(file->take());
    RC_ASSERT(table.has_value());
    RC_ASSERT(rows_of(*table) == expected);
}

// --- XLSX

using Parts = std::map<std::string, std::string>;

class Zip {
public:
    explicit Zip(Parts parts) : parts_(std::move(parts)) {
        zip_error_t error{};
        auto* const source = zip_source_buffer_create(nullptr, 0, 0, &error);
        zip_source_keep(source);
        auto* const archive = zip_open_from_source(source, ZIP_TRUNCATE, &error);
        for (auto const& [name, text] : parts_) {
            zip_file_add(archive, name.c_str(), zip_source_buffer(archive, text.data(), text.size(), 0),
                         ZIP_FL_OVERWRITE);
        }
        zip_close(archive);
        zip_source_open(source);
        zip_source_seek(source, 0, SEEK_END);
        bytes_.resize(static_cast<std::size_t>(zip_source_tell(source)));
        zip_source_seek(source, 0, SEEK_SET);
        zip_source_read(source, bytes_.data(), bytes_.size());
        zip_source_close(source);
        zip_source_free(source);
    }
    std::string const& bytes() const { return bytes_; }

private:
    Parts parts_;
    std::string bytes_;
};

struct Package {
    std::string sheet;
    std::string shared = {};
    std::string sheets = R"(<sheet name="A" r:id="r1"/>)";
    std::string properties = {};
};
std::string xlsx(Package const& package) {
    return Zip(Parts{
                   {"xl/workbook.xml", R"(<workbook xmlns:r="r">)" + package.properties + "<sheets>" + package.sheets +
                                           "</sheets></workbook>"},
                   {"xl/_rels/workbook.xml.rels",
                    R"(<Relationships><Relationship Id="r1" Target="worksheets/a.xml"/><Relationship Id="r2" Target="/xl/worksheets/b.xml"/></Relationships>)"},
                   {"xl/styles.xml",
                    R"(<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/><numFmt numFmtId="171" formatCode="&quot;R$&quot; #,##0.00"/></numFmts>)"
                    R"(<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>)"},
                   {"xl/sharedStrings.xml", "<sst>" + package.shared + "</sst>"},
                   {"xl/worksheets/a.xml", "<worksheet><sheetData>" + package.sheet + "</sheetData></worksheet>"},
                   {"xl/worksheets/b.xml",
                    R"(<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>b</t></is></c></row><row r="2"><c><v>2</v></c></row></sheetData></worksheet>)"}})
        .bytes();
}
std::string const heading = R"(<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>)";
// What one cell in the second row is read as.
std::string cell(std::string const& xml, std::string const& properties = {}) {
    auto const rows = read(xlsx({.sheet = heading + R"(<row r="2">)" + xml + "</row>",
                                 .shared = "<si><t>zero</t></si><si><r><t xml:space=\"preserve\">um "
                                           "</t></r><r><t>dois</t></r><rPh><t>x</t></rPh></si>",
                                 .properties = properties}));
    return rows.size() == 2 && !rows[1].empty() ? rows[1].back() : "";
}

TEST(XlsxTest, ReadsEachKindOfCell) {
    struct Case {
        char const* xml;
        char const* shown;
    };
    constexpr Case cases[]{
        {R"(<c r="A2" t="s"><v>0</v></c>)", "zero"},
        {R"(<c r="A2" t="s"><v>1</v></c>)", "um dois"},
        {R"(<c r="A2" t="str"><f>A1</f><v>texto</v></c>)", "texto"},
        {R"(<c r="A2" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>)", "ab"},
        {R"(<c r="A2" t="b"><v>1</v></c>)", "Sim"},
        {R"(<c r="A2" t="b"><v>0</v></c>)", "Não"},
        {R"(<c r="A2" t="e"><v>#N/A</v></c>)", "#N/A"},
        {R"(<c r="A2"><v>1234.5</v></c>)", "1234,5"},
        {R"(<c r="A2" s="3"><v>1234.5</v></c>)", "1234,5"},
        {R"(<c r="A2"><v>1E+2</v></c>)", "100"},
        {R"(<c r="A2"><v>1.5e-3</v></c>)", "0,0015"},
        {R"(<c r="A2"><v>0.10000000000000001</v></c>)", "0,1"},
        {R"(<c r="A2"><v>74.499999999999986</v></c>)", "74,5"},
        {R"(<c r="A2"><v>7891234567895</v></c>)", "7891234567895"},
        {R"(<c r="A2"><v>-0</v></c>)", "0"},
        {R"(<c r="A2"><v>1e400</v></c>)", "1e400"},
        {R"(<c r="A2"><v>NaN</v></c>)", "NaN"},
        {R"(<c r="A2" s="1"><v>46347</v></c>)", "2026-11-21"},
        {R"(<c r="A2" s="2"><v>46347.75</v></c>)", "2026-11-21 18:00"},
        {R"(<c r="A2" s="1"><v>1</v></c>)", "1900-01-01"},
        {R"(<c r="A2" s="1"><v>61</v></c>)", "1900-03-01"},
        {R"(<c r="A2" t="d"><v>2026-11-21T10:00:00</v></c>)", "2026-11-21"},
        {R"(<c><v>7</v></c>)", "7"},
        {R"(<x:c xmlns:x="y" r="A2"><x:v>7</x:v></x:c>)", "7"},
        {R"(<c r="A2" t="inlineStr"><is><t>&lt;script&gt; &amp; “çã”</t></is></c>)", "<script> & “çã”"},
    };
    for (auto const& [xml, shown] : cases) EXPECT_EQ(cell(xml), shown) << xml;
    EXPECT_EQ(cell(R"(<c r="A2" s="1"><v>44885</v></c>)", R"(<workbookPr date1904="1"/>)"), "2026-11-21");
}

TEST(XlsxTest, PutsCellsWhereTheyBelong) {
    auto const rows = read(xlsx(
        {.sheet =
             R"(<row r="3"><c r="B3"><v>1</v></c><c r="C3" s="1"/><c r="D3"><v>2</v></c></row><row r="7"><c r="A7"><v>3</v></c></row>)"}));
    EXPECT_EQ(rows, (Rows{{"", "1", "", "2"}, {"3"}}));
    auto const table = read_table(xlsx({.sheet = heading + R"(<row r="9"><c r="A9"><v>3</v></c></row>)"}));
    ASSERT_TRUE(table.has_value());
    EXPECT_EQ(table->line(1), 9);
}

TEST(XlsxTest, TakesTheFirstVisibleSheet) {
    EXPECT_EQ(read(xlsx({.sheet = heading,
                         .sheets = R"(<sheet name="A" state="hidden" r:id="r1"/><sheet name="B" r:id="r2"/>)"})),
              (Rows{{"b"}, {"2"}}));
    EXPECT_THAT(refusal(xlsx({.sheet = heading, .sheets = R"(<sheet name="A" state="veryHidden" r:id="r1"/>)"})),
                HasSubstr("aba visível"));
}

TEST(XlsxTest, ReadsItsOwnWriter) {
    std::vector<Heading> const headings{{"Código"}, {"Preço"}};
    auto const file = new_spreadsheet(Format::xlsx, "Produtos", headings);
    file->row(std::vector<Cell>{std::string("=1+1"), Number{12345000, 4}});
    file->row(std::vector<Cell>{std::string("<ç&\"ã>"), Cell{}});
    EXPECT_EQ(read(file->take()), (Rows{{"Código", "Preço"}, {"=1+1", "1234,5"}, {"<ç&\"ã>"}}));
}

TEST(XlsxTest, RefusesWhatIsBroken) {
    auto const good = xlsx({.sheet = heading + R"(<row r="2"><c><v>1</v></c></row>)"});
    EXPECT_THAT(refusal("PK\x03\x04 nothing"), HasSubstr("danificado"));
    EXPECT_THAT(refusal(good.substr(0, good.size() / 2)), HasSubstr("danificado"));
    EXPECT_THAT(refusal(Zip(Parts{{"word/document.xml", "<x/>"}}).bytes()), HasSubstr("danificado"));
    EXPECT_THAT(refusal(xlsx({.sheet = "<row>"})), HasSubstr("danificado"));
    EXPECT_THAT(refusal(xlsx({.sheet = heading + R"(<row r="2"><c t="s"><v>99</v></c></row>)"})),
                HasSubstr("danificado"));
    EXPECT_THAT(refusal(xlsx({.sheet = heading + R"(<row r="2"><c r="XFD2"><v>1</v></c></row>)"})),
                HasSubstr("200 colunas"));
}

TEST(XlsxTest, HasNoEntities) {
    auto const file = Zip(Parts{
        {"xl/workbook.xml",
         R"(<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/passwd">]><workbook><sheets><sheet name="&e;" id="r1"/></sheets></workbook>)"},
        {"xl/_rels/workbook.xml.rels", "<Relationships/>"}});
    EXPECT_THAT(refusal(file.bytes()), HasSubstr("danificado"));
}

TEST(XlsxTest, RefusesBombs) {
    EXPECT_THAT(refusal(xlsx({.sheet = heading + std::string(40'000'000, ' ')})), HasSubstr("grande demais"));
    EXPECT_THAT(refusal(xlsx({.sheet = heading, .shared = "<si><t>" + std::string(60'000'000, 'x') + "</t></si>"})),
                HasSubstr("grande demais"));
    std::string rows = heading;
    for (int i = 2; i <= 50'003; ++i) rows += "<row><c><v>" + std::to_string(i * 7919 % 100'003) + "</v></c></row>";
    EXPECT_THAT(refusal(xlsx({.sheet = rows})), HasSubstr("50.000 linhas"));
}

} // namespace
} // namespace balcao::spreadsheets
