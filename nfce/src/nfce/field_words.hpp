#pragma once

#include <string>
#include <string_view>

namespace balcao::nfce {

/// A field of the layout as people say it: "det[3]/prod/vDesc" is "Desconto do item 3", "emit/enderEmit/CEP" is
/// "CEP do emitente". What has no words of its own is named as the layout names it.
std::string in_words(std::string_view path);

/// Words for an element of the layout ("vDesc": "Desconto"); empty when there are none.
std::string_view words_of(std::string_view element);

} // namespace balcao::nfce
