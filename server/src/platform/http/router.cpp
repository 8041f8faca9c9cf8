#include <array>
#include <map>
#include <stdexcept>

#include "platform/http/http.hpp"

namespace balcao::http {

namespace {

constexpr std::size_t methods = 4;
constexpr std::size_t no_route = static_cast<std::size_t>(-1);

struct Node {
    std::map<std::string, std::unique_ptr<Node>, std::less<>> literals;
    std::unique_ptr<Node> parameter;
    std::array<std::size_t, methods> routes{no_route, no_route, no_route, no_route};
    bool is_path() const {
        for (auto const route : routes) {
            if (route != no_route) return true;
        }
        return false;
    }
};

// Takes the first segment off a path that starts with `/`.
std::string_view take_segment(std::string_view& path) {
    path.remove_prefix(1);
    auto const segment = path.substr(0, path.find('/'));
    path.remove_prefix(segment.size());
    return segment;
}

bool is_parameter(std::string_view segment) {
    return segment.size() > 2 && segment.front() == '{' && segment.back() == '}';
}

// Depth first, literals first; `values` holds what the parameters on the way stand for.
Node const* find(Node const& node, std::string_view path, std::vector<std::string_view>& values) {
    if (path.empty()) return node.is_path() ? &node : nullptr;
    auto rest = path;
    auto const segment = take_segment(rest);
    if (auto const literal = node.literals.find(segment); literal != node.literals.end()) {
        if (auto const* found = find(*literal->second, rest, values)) return found;
    }
    if (!node.parameter || segment.empty()) return nullptr;
    values.push_back(segment);
    if (auto const* found = find(*node.parameter, rest, values)) return found;
    values.pop_back();
    return nullptr;
}

} // namespace

struct Router::Tree {
    Node root;
    std::vector<Route> routes;
};

Router::Router() : tree_(std::make_unique<Tree>()) {}
Router::~Router() = default;
Router::Router(Router&&) noexcept = default;
Router& Router::operator=(Router&&) noexcept = default;

void Router::add(Route route) {
    if (!route.pattern.starts_with('/')) throw std::logic_error("route must start with a slash: " + route.pattern);
    auto* node = &tree_->root;
    for (std::string_view rest = route.pattern; !rest.empty();) {
        auto const segment = take_segment(rest);
        auto& next = is_parameter(segment) ? node->parameter : node->literals[std::string(segment)];
        if (!next) next = std::make_unique<Node>();
        node = next.get();
    }
    auto& slot = node->routes[static_cast<std::size_t>(route.method)];
    if (slot != no_route) throw std::logic_error("route added twice: " + route.pattern);
    slot = tree_->routes.size();
    tree_->routes.push_back(std::move(route));
}

Router::Match Router::match(Method method, std::string_view decoded_path) const {
    Match match;
    if (!decoded_path.starts_with('/')) return match;
    std::vector<std::string_view> values;
    auto const* node = find(tree_->root, decoded_path, values);
    if (node == nullptr) return match;

    auto const index = node->routes[static_cast<std::size_t>(method)];
    if (index == no_route) {
        for (std::size_t i = 0; i < methods; ++i) {
            if (node->routes[i] != no_route) match.allowed.push_back(static_cast<Method>(i));
        }
        return match;
    }
    match.route = &tree_->routes[index];
    auto value = values.begin();
    for (std::string_view rest = match.route->pattern; !rest.empty();) {
        auto const segment = take_segment(rest);
        if (is_parameter(segment)) match.params.emplace_back(segment.substr(1, segment.size() - 2), *value++);
    }
    return match;
}

std::vector<Route> const& Router::routes() const { return tree_->routes; }

} // namespace balcao::http
