package sanitize_test

import (
	"strings"
	"testing"

	"krapao/internal/sanitize"
)

func TestHarmlessTextStays(t *testing.T) {
	t.Parallel()
	for _, html := range []string{
		"<p>เงื่อนไข <strong>สำคัญ</strong><br/>บรรทัดใหม่</p>",
		"<ul><li>ຂໍ້ 1</li><li>ຂໍ້ 2</li></ul>",
		"<table><tbody><tr><td>1</td></tr></tbody></table>",
		`<div lang="lo">ລາວ</div>`,
		"%percentFail%",
	} {
		if got := sanitize.HTML(html); got != html {
			t.Errorf("%s became %s", html, got)
		}
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	got := sanitize.HTML(`<a href="https://example.com/a">x</a>`)
	for _, want := range []string{`href="https://example.com/a"`, "noopener", "noreferrer", "nofollow", `target="_blank"`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is without %s", got, want)
		}
	}
	for _, href := range []string{
		"http://example.com", "javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "//example.com", "/user",
		"vbscript:x", "java\nscript:alert(1)",
	} {
		if got := sanitize.HTML(`<a href="` + href + `">x</a>`); strings.Contains(got, "href") {
			t.Errorf("%q left %s", href, got)
		}
	}
}

// The usual ways to run something, mutation tricks among them. Nothing that runs, loads or styles may be left.
func TestNothingRuns(t *testing.T) {
	t.Parallel()
	for _, html := range []string{
		`<script>alert(1)</script>`,
		`<img src=x onerror=alert(1)>`,
		`<svg onload=alert(1)>`,
		`<svg><script>alert(1)</script></svg>`,
		`<iframe src="https://evil.example"></iframe>`,
		`<p onclick="alert(1)">x</p>`,
		`<p style="background:url(https://evil.example)">x</p>`,
		`<style>@import 'https://evil.example'</style>`,
		`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
		`<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`,
		`<form action="https://evil.example"><input name=p></form>`,
		`<base href="https://evil.example/">`,
		`<meta http-equiv="refresh" content="0;url=https://evil.example">`,
		`<object data="https://evil.example"></object><embed src="https://evil.example">`,
		`<a href="https://x.example" onmouseover="alert(1)">x</a>`,
		`<scr<script>ipt>alert(1)</scr</script>ipt>`,
		`<p lang="x&quot; onload=alert(1)">x</p>`,
		`<video src="https://evil.example"></video>`,
		`<template><img src=x onerror=alert(1)></template>`,
	} {
		got := sanitize.HTML(html)
		for _, bad := range []string{
			"<script", "<img", "<svg", "<iframe", "<style", "<form", "<input", "<base", "<meta", "<object", "<embed", "<video",
			"<template", "style=", " on", "evil.example",
		} {
			if strings.Contains(strings.ToLower(got), bad) && !strings.Contains(got, "&lt;") {
				t.Errorf("%s left %s", html, got)
			}
		}
		if again := sanitize.HTML(got); again != got {
			t.Errorf("not idempotent: %s then %s", got, again)
		}
	}
}
