#pragma once

namespace balcao::pictures {

/// Confines this process irrevocably: at most 5 s of processor time and 512 MiB of memory, no new files, no network, no
/// exec, no fork, no files but fonts (read only). Without Landlock (Linux before 5.13) no file can be opened at all,
/// and only fonts already open are used. Loaded libraries stay. Threads of libraries must have ended, or end soon.
/// Throws std::runtime_error if the kernel refuses.
void enter_sandbox();

/// Whether memory is limited: not in sanitizer builds, whose shadow memory takes terabytes.
bool sandbox_limits_memory();

} // namespace balcao::pictures
