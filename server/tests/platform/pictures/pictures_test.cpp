#include "platform/pictures/drawing_process.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <utility>

#include <fcntl.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "platform/base/child_process.hpp"
#include "platform/pictures/draw.hpp"
#include "platform/pictures/sandbox.hpp"
#include "platform/pictures/svg_check.hpp"

namespace balcao::pictures {
namespace {

std::string picture(char const* format, int width, int height) {
    auto* const pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, FALSE, 8, width, height);
    gdk_pixbuf_fill(pixbuf, 0x095a67ff);
    gchar* bytes = nullptr;
    gsize size = 0;
    EXPECT_TRUE(gdk_pixbuf_save_to_buffer(pixbuf, &bytes, &size, format, nullptr, nullptr));
    std::string result(bytes, size);
    g_free(bytes);
    g_object_unref(pixbuf);
    return result;
}

std::string svg(std::string const& inner, std::string const& attributes = "") {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 10 "
           "10\" " +
           attributes + ">" + inner + "</svg>";
}

// Width and height of the PNG or JPEG that was drawn.
std::pair<int, int> size_of(Picture const& picture) {
    auto* const loader = gdk_pixbuf_loader_new();
    gdk_pixbuf_loader_write(loader, reinterpret_cast<guchar const*>(picture.bytes.data()), picture.bytes.size(),
                            nullptr);
    EXPECT_TRUE(gdk_pixbuf_loader_close(loader, nullptr));
    auto* const pixels = gdk_pixbuf_loader_get_pixbuf(loader);
    std::pair const size{gdk_pixbuf_get_width(pixels), gdk_pixbuf_get_height(pixels)};
    g_object_unref(loader);
    return size;
}

bool is_drawn(std::string const& upload) { return draw(upload, 64).has_value(); }

TEST(Picture, TypeComesFromTheContent) {
    EXPECT_EQ(draw(picture("png", 30, 20), 64)->content_type, "image/png");
    EXPECT_EQ(draw(picture("jpeg", 30, 20), 64)->content_type, "image/jpeg");
    EXPECT_EQ(draw(svg("<rect width='4' height='4'/>"), 64)->content_type, "image/png");
}

TEST(Picture, HasAtMostThePixelsAskedFor) {
    EXPECT_EQ(size_of(*draw(picture("png", 30, 20), 64)), std::pair(30, 20)) << "never enlarged";
    EXPECT_EQ(size_of(*draw(picture("png", 300, 200), 64)), std::pair(64, 43));
    EXPECT_EQ(size_of(*draw(picture("jpeg", 200, 300), 64)), std::pair(43, 64));
    EXPECT_EQ(size_of(*draw(picture("png", 4000, 2), 64)), std::pair(64, 1));
    EXPECT_EQ(size_of(*draw(svg("<rect width='4' height='4'/>"), 64)), std::pair(64, 64));
    EXPECT_EQ(size_of(*draw(svg("<rect width='4' height='4'/>", "width='200' height='50'"), 64)), std::pair(64, 16));
    EXPECT_EQ(size_of(*draw(svg("", "width='1e9' height='1'"), 64)), std::pair(64, 1));
}

TEST(Picture, RefusesWhatOnlyLooksLikeOne) {
    auto const png = picture("png", 30, 20);
    for (auto const& bytes :
         {std::string{}, std::string("\x89PNG\r\n\x1a\n not really"), png.substr(0, png.size() / 2),
          std::string("\xff\xd8\xff garbage"), std::string("GIF89a"), std::string("<html><body>oi</body></html>"),
          std::string("<?php echo 1;"), std::string("\xff\xfe<\0s\0v\0g\0", 10), svg("", "width='0' height='4'")})
        EXPECT_FALSE(is_drawn(bytes));
}

TEST(Picture, RefusesFilesThatEndTooEarly) {
    for (auto const* format : {"png", "jpeg"}) {
        auto const whole = picture(format, 64, 64);
        for (std::size_t const missing : {std::size_t{1}, std::size_t{12}, whole.size() / 2})
            EXPECT_FALSE(is_drawn(whole.substr(0, whole.size() - missing))) << format << missing;
    }
}

TEST(Picture, RefusesPixelsBeyondReason) {
    EXPECT_TRUE(is_drawn(picture("png", 4096, 4)));
    EXPECT_FALSE(is_drawn(picture("png", 4097, 4)));
    // A header that claims 60,000 x 60,000 must not take 14 GB before it is refused.
    auto bomb = picture("png", 16, 16);
    bomb.replace(16, 8, std::string("\0\0\xea\x60\0\0\xea\x60", 8));
    EXPECT_FALSE(is_drawn(bomb));
}

// What the check lets through and librsvg cannot cope with ends the process that draws, not its caller.
TEST(DrawingProcess, DrawsAsTheFunctionDoes) {
    for (auto const& upload : {picture("png", 300, 200), picture("jpeg", 300, 200),
                               svg("<rect width='4' height='4' fill='#07333B'/><text y='9'>Aé</text>")}) {
        auto const apart = draw_apart(upload, 64, BALCAO_PROGRAM);
        ASSERT_TRUE(apart) << apart.error();
        EXPECT_EQ(apart->bytes, draw(upload, 64)->bytes);
    }
    EXPECT_EQ(draw_apart("GIF89a", 64, BALCAO_PROGRAM).error(), draw("GIF89a", 64).error());
}

TEST(DrawingProcess, EndsWhatTakesTooLong) {
    std::string many;
    for (int i = 0; i < 9000; ++i) many += "<use href='#a' x='1'/>";
    std::string large = "<g id='a'>";
    for (int i = 0; i < 9000; ++i) large += "<circle r='9' cx='" + std::to_string(i % 9) + "' opacity='.5'/>";
    auto const begun = std::chrono::steady_clock::now();
    auto const drawn = draw_apart(svg(large + "</g>" + many), document_side, BALCAO_PROGRAM);
    ASSERT_FALSE(drawn);
    EXPECT_THAT(drawn.error(), testing::HasSubstr("complicada demais"));
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds{10});
}

TEST(DrawingProcess, SaysWhenThereIsNone) {
    EXPECT_THROW(draw_apart(picture("png", 3, 2), 64, "/nonexistent/balcao"), ChildError);
}

// In a process of its own, since there is no way out.
TEST(SandboxDeathTest, LeavesNothingButFonts) {
    auto const is_refused = [](auto result) { return result < 0 && (errno == EPERM || errno == EACCES); };
    EXPECT_EXIT(
        {
            auto const* const outside = "/etc/passwd";
            auto const font = std::filesystem::path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf");
            if (::open(font.c_str(), O_RDONLY) < 0) ::_exit(10);
            enter_sandbox();
            int failed = 0;
            if (!is_refused(::open(outside, O_RDONLY))) failed = 11;
            if (!is_refused(::open("/tmp/balcao-sandbox-test", O_WRONLY | O_CREAT, 0600))) failed = 12;
            if (!is_refused(::open(font.c_str(), O_RDWR))) failed = 13;
            if (::open(font.c_str(), O_RDONLY) < 0) failed = 14;
            if (!is_refused(::socket(AF_INET, SOCK_STREAM, 0))) failed = 15;
            if (!is_refused(::fork())) failed = 16;
            if (!is_refused(::execl("/bin/true", "true", nullptr))) failed = 17;
            if (!is_refused(::kill(::getppid(), 0))) failed = 18;
            if (::mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
                failed = 19;
            if (sandbox_limits_memory() &&
                ::mmap(nullptr, std::size_t{1} << 30U, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
                failed = 20;
            ::_exit(failed);
        },
        testing::ExitedWithCode(0), "");
}

// As in a container whose filter does not know Landlock. Ends the process with 0 when the sandbox holds nevertheless.
[[noreturn]] void draw_without_landlock() {
    enum { denied, opened, drawing_failed };
    auto* const filter = seccomp_init(SCMP_ACT_ALLOW);
    if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(landlock_create_ruleset), 0) != 0 ||
        seccomp_load(filter) != 0 || !draw(svg("<rect width='4' height='4'/>"), 64))
        ::_exit(drawing_failed);
    enter_sandbox();
    if (!draw(svg("<circle r='3'/>"), 64)) ::_exit(drawing_failed);
    ::_exit(::open("/usr/share/fonts", O_RDONLY) < 0 && errno == EPERM ? denied : opened);
}

TEST(SandboxDeathTest, WithoutLandlockOpensNoFile) {
    EXPECT_EXIT(draw_without_landlock(), testing::ExitedWithCode(0), "");
}

TEST(Svg, DrawingsOfUsualProgramsAreTaken) {
    for (auto const& text :
         {svg("<g fill='#095A67'><path d='M0 0h10v10H0z'/></g>"),
          svg("<defs><linearGradient id='a'><stop offset='0'/></linearGradient></defs><rect fill='url(#a)' width='1' "
              "height='1'/>"),
          svg("<style>.w{fill:#07333B}@media (prefers-color-scheme:dark){.w{fill:#fff}}</style><path class='w' d='M0 "
              "0z'/>"),
          svg("<use xlink:href='#x'/>"), svg("<image href='data:image/png;base64,iVBORw0KGgo='/>"),
          svg("<title>Lajes &amp; Cia</title><text>A</text>"),
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- drawn -->\n" + svg("<circle r='3'/>"),
          svg("<sodipodi:namedview xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' id='n'/>",
              "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' "
              "inkscape:export-filename='C:\\logos\\a.png'")})
        EXPECT_FALSE(svg_problem(text)) << text;
}

TEST(Svg, WhatCouldRunOrLoadIsRefused) {
    for (auto const& text : {svg("<script>alert(1)</script>"),
                             svg("<SCRIPT>alert(1)</SCRIPT>"),
                             svg("<x:script xmlns:x='http://www.w3.org/1999/xhtml'>alert(1)</x:script>"),
                             svg("", "onload='alert(1)'"),
                             svg("<rect ONCLICK='alert(1)'/>"),
                             svg("<a xlink:href='javascript:alert(1)'><rect/></a>"),
                             svg("<use href='http://example.com/x.svg#a'/>"),
                             svg("<use xlink:href='//example.com/x.svg#a'/>"),
                             svg("<image href='https://example.com/pixel.png'/>"),
                             svg("<image href='data:image/svg+xml;base64,PHN2Zz4='/>"),
                             svg("<image href=' java&#9;script:alert(1)'/>"),
                             svg("<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>x</p></foreignObject>"),
                             svg("<iframe xmlns='http://www.w3.org/1999/xhtml' src='x'/>"),
                             svg("<animate attributeName='href' to='javascript:alert(1)'/>"),
                             svg("<set attributeName='onload' to='alert(1)'/>"),
                             svg("<rect style='fill:url(http://example.com/a)'/>"),
                             svg("<rect fill='url(https://example.com/a#b)'/>"),
                             svg("<style>@import 'http://example.com/a.css';</style>"),
                             svg("<style>.a{background:ur\\6c(http://example.com)}</style>"),
                             svg("<style><![CDATA[@import url(http://example.com)]]></style>"),
                             svg("<feImage href='http://example.com'/>"),
                             "<!DOCTYPE svg [<!ENTITY a 'b'>]>" + svg("<text>&a;</text>"),
                             "<!DOCTYPE svg SYSTEM \"file:///etc/passwd\">" + svg(""),
                             "<?xml-stylesheet href='http://example.com/a.css'?>" + svg("")})
        EXPECT_TRUE(svg_problem(text)) << text;
}

TEST(Svg, DepthAndBrokenXmlAreRefused) {
    std::string open, close;
    for (int i = 0; i < 100; ++i) {
        open += "<g>";
        close += "</g>";
    }
    EXPECT_TRUE(svg_problem(svg(open + close)));
    EXPECT_TRUE(svg_problem("<svg xmlns='http://www.w3.org/2000/svg'><g></svg>"));
    EXPECT_TRUE(svg_problem("<svg><rect/></svg>")) << "without the namespace browsers show nothing";
}

TEST(Svg, WhatFewBytesMakeCostlyIsRefusedWithItsReason) {
    for (auto const& text :
         {svg("<filter id='f'><feConvolveMatrix order='99'/></filter><rect width='9' height='9' filter='url(#f)'/>"),
          svg("<defs><filter id='f'><feTurbulence numOctaves='2000000000'/></filter></defs>"),
          svg("<mask id='m'><rect width='9' height='9'/></mask>"), svg("<pattern id='p' width='1' height='1'/>"),
          svg("<rect filter='blur(900px)' width='9' height='9'/>"),
          svg("<rect style='filter: blur(900px)' width='9' height='9'/>"),
          svg("<style>rect { FILTER : blur(9px) }</style><rect/>"), svg("<rect mask='url(#m)'/>")})
        EXPECT_THAT(svg_problem(text).value_or(""), testing::HasSubstr("filtros, máscaras ou padrões")) << text;
    EXPECT_FALSE(svg_problem(svg("<rect style='fill:#fff;filter:none;mask:none' filter='none'/>")));
}

TEST(Svg, UsesOfUsesAreRefused) {
    for (auto const& text : {svg("<g id='a'><rect/></g><g id='b'><use href='#a'/><use href='#a'/></g><use href='#b'/>"),
                             svg("<use href='#b'/><g id='b'><g><use xlink:href='#a'/></g></g><rect id='a'/>"),
                             svg("<rect id='a'/><use id='b' href='#a'/><use href='#b'/>"),
                             svg("<rect id='a'/><use id='b' href='#a'/><use href='#b' xlink:href='#a'/>"),
                             svg("<use id='a' href='#a'/>"), svg("<g id='a'><use href=' #a'/></g>")})
        EXPECT_THAT(svg_problem(text).value_or(""), testing::HasSubstr("repetições")) << text;
    EXPECT_FALSE(svg_problem(svg("<g id='a'><rect/></g><use href='#a'/><g id='b'><use href='#a'/></g>")));
}

} // namespace
} // namespace balcao::pictures
