#include "companies/logo.hpp"

#include <string>

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <gtest/gtest.h>

namespace balcao::companies {
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

TEST(Logo, TypeComesFromTheContent) {
    EXPECT_EQ(check_logo(picture("png", 30, 20)), LogoType::png);
    EXPECT_EQ(check_logo(picture("jpeg", 30, 20)), LogoType::jpeg);
    EXPECT_EQ(check_logo(svg("<rect width='4' height='4'/>")), LogoType::svg);
}

TEST(Logo, RefusesWhatOnlyLooksLikeOne) {
    auto const png = picture("png", 30, 20);
    for (auto const& bytes :
         {std::string{}, std::string("\x89PNG\r\n\x1a\n not really"), png.substr(0, png.size() / 2),
          std::string("\xff\xd8\xff garbage"), std::string("GIF89a"), std::string("<html><body>oi</body></html>"),
          std::string("<?php echo 1;"), std::string("\xff\xfe<\0s\0v\0g\0", 10)}) {
        auto const type = check_logo(bytes);
        ASSERT_FALSE(type);
        EXPECT_EQ(type.error().fields.front().field, "logo");
    }
}

TEST(Logo, RefusesFilesThatEndTooEarly) {
    for (auto const* format : {"png", "jpeg"}) {
        auto const whole = picture(format, 64, 64);
        for (std::size_t const missing : {std::size_t{1}, std::size_t{12}, whole.size() / 2})
            EXPECT_FALSE(check_logo(whole.substr(0, whole.size() - missing))) << format << missing;
    }
}

TEST(Logo, RefusesPixelsBeyondReason) {
    EXPECT_TRUE(check_logo(picture("png", 4096, 4)));
    EXPECT_FALSE(check_logo(picture("png", 4097, 4)));
    // A header that claims 60,000 x 60,000 must not take 14 GB before it is refused.
    auto bomb = picture("png", 16, 16);
    bomb.replace(16, 8, std::string("\0\0\xea\x60\0\0\xea\x60", 8));
    EXPECT_FALSE(check_logo(bomb));
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
        EXPECT_TRUE(check_logo(text)) << text;
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
        EXPECT_FALSE(check_logo(text)) << text;
}

TEST(Svg, DepthAndBrokenXmlAreRefused) {
    std::string open, close;
    for (int i = 0; i < 100; ++i) {
        open += "<g>";
        close += "</g>";
    }
    EXPECT_FALSE(check_logo(svg(open + close)));
    EXPECT_FALSE(check_logo("<svg xmlns='http://www.w3.org/2000/svg'><g></svg>"));
    EXPECT_FALSE(check_logo("<svg><rect/></svg>")) << "without the namespace browsers show nothing";
}

} // namespace
} // namespace balcao::companies
