# balcao_embed(TARGET SYMBOL FILE): puts the bytes of FILE into TARGET as `extern "C" char const SYMBOL[]` up to
# `SYMBOL_end[]` (see server/src/platform/base/embedded.hpp).
function(balcao_embed target symbol file)
    get_filename_component(path ${file} ABSOLUTE)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded_${symbol}.S)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
    .section .rodata
    .global @symbol@
    .global @symbol@_end
    .balign 16
@symbol@:
    .incbin "@path@"
@symbol@_end:
    .byte 0
    .section .note.GNU-stack,"",%progbits
]])
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${path})
    target_sources(${target} PRIVATE ${source})
endfunction()
