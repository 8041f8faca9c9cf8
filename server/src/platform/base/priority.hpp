#pragma once

namespace balcao {

/// Lets others go first: from now on the calling thread, and programs that it starts, get processor and disk behind the
/// rest of the machine's work. For good: an ordinary user may not take it back.
void lower_priority();

} // namespace balcao
