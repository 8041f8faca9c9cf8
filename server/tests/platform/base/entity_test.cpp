#include "platform/base/entity.hpp"

#include <map>
#include <string>

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

namespace balcao {
namespace {

struct ThingId : Id<ThingId> {
    using Id::Id;
};

struct Thing {
    ThingId id;
    std::string name;
    std::optional<std::string> note;
    std::int64_t size = 3;
    std::optional<Decimal<4>> price;
    std::string flag = "N";
    std::optional<ThingId> parent;
    Instant updated_at;
};

constexpr Field thing_fields[]{
    field<&Thing::id>("id", {.read_only = true}),
    field<&Thing::name>("name", {.required = true, .min = 2, .max = 5, .nfe_text = true}),
    field<&Thing::note>("note", {.max = 10}),
    field<&Thing::size>("size", {.at_least = 1, .at_most = 9}),
    field<&Thing::price>("price", {.at_least = 0, .at_most = 99'9999}),
    field<&Thing::flag>("flag", {.one_of = "S|N"}),
    field<&Thing::parent>("parent"),
    field<&Thing::updated_at>("updated_at", {.read_only = true}),
};

struct Read {
    Thing thing;
    std::map<std::string, std::string> problems;
};

Read read(char const* text) {
    std::vector<FieldProblem> problems;
    Read result;
    result.thing = read_entity<Thing>(thing_fields, boost::json::parse(text).as_object(), problems);
    for (auto const& problem : problems) result.problems.emplace(problem.field, problem.message);
    return result;
}

TEST(Entity, ReadsEveryKindOfField) {
    auto const [thing, problems] = read(
        R"({"name":" Laje ","note":"  ","size":9,"price":"12.34","flag":"S","parent":"01890a5d-ac96-774b-bcce-b302099a8057"})");
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(thing.name, "Laje") << "trimmed";
    EXPECT_FALSE(thing.note) << "blank is null";
    EXPECT_EQ(thing.size, 9);
    EXPECT_EQ(thing.price->to_string(), "12.3400");
    EXPECT_EQ(thing.flag, "S");
    EXPECT_TRUE(thing.parent);
}

TEST(Entity, AbsentAndNullKeepTheDefault) {
    auto const [thing, problems] = read(R"({"name":"Laje","size":null})");
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(thing.size, 3);
    EXPECT_EQ(thing.flag, "N");
    EXPECT_FALSE(thing.price);
}

TEST(Entity, ReadOnlyFieldsAreAcceptedAndIgnored) {
    auto const [thing, problems] =
        read(R"({"name":"Laje","id":"01890a5d-ac96-774b-bcce-b302099a8057","updated_at":"x"})");
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(thing.id, ThingId{});
}

TEST(Entity, TellsEveryBrokenRuleAtOnce) {
    auto const problems =
        read(R"({"note":"12345678901","size":0,"price":"1.23456","flag":"X","parent":"nada","other":1})").problems;
    std::map<std::string, std::string> const expected{
        {"name", "Preencha este campo."},
        {"note", "Digite no máximo 10 caracteres."},
        {"size", "O menor valor aceito é 1."},
        {"price", "Digite um número com até 4 casas depois da vírgula."},
        {"flag", "Escolha uma das opções da lista."},
        {"parent", "Este valor veio em formato inesperado. Digite de novo."},
        {"other", "Este campo não existe."}};
    EXPECT_EQ(problems, expected);
}

TEST(Entity, RefusesWrongTypesAndForeignCharacters) {
    for (auto const* text :
         {R"({"name":5})", R"({"name":["x"]})", R"({"name":"a\nb"})", R"({"name":"ok 🙂"})", R"({"name":"x"})",
          R"({"name":"xxxxxx"})", R"({"name":"Laje","size":"3"})", R"({"name":"Laje","size":3.5})",
          R"({"name":"Laje","price":12.5})", R"({"name":"Laje","price":"1e3"})", R"({"name":"Laje","price":"-0.0001"})",
          R"({"name":"Laje","price":"100.0000"})"})
        EXPECT_EQ(read(text).problems.size(), 1U) << text;
}

TEST(Entity, WritesItsFieldsInOrder) {
    Thing thing{.id = *ThingId::parse("01890a5d-ac96-774b-bcce-b302099a8057"),
                .name = "L\"H",
                .price = Decimal<4>::from_raw(-500),
                .updated_at = Instant{1}};
    EXPECT_EQ(
        to_json(thing_fields, thing),
        R"({"id":"01890a5d-ac96-774b-bcce-b302099a8057","name":"L\"H","note":null,"size":3,"price":"-0.0500","flag":"N","parent":null,"updated_at":"1970-01-01T00:00:00.000001Z"})");
}

TEST(Entity, ChangesHoldOldAndNewOfWhatPeopleCanEdit) {
    Thing const before{.name = "Laje", .updated_at = Instant{1}};
    Thing const after{.name = "Viga", .price = Decimal<4>::from_raw(10000), .updated_at = Instant{2}};
    EXPECT_EQ(changes_json(thing_fields, before, after), R"({"name":["Laje","Viga"],"price":[null,"1.0000"]})");
}

} // namespace
} // namespace balcao
