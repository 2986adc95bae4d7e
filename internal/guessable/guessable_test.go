package guessable_test

import (
	"os"
	"strings"
	"testing"

	"krapao/internal/guessable"
)

// person is what is known about the member who chooses.
var person = []string{"+66812345679", "0812345679", "สมชาย ใจดี", "Somchai Jaidee"}

func TestWhyAPasswordIsGuessed(t *testing.T) {
	t.Parallel()
	for why, passwords := range map[guessable.Reason][]string{
		guessable.Common: {
			"password", "Password", "PASSWORD", "password1", "Password1!", "P@ssw0rd", "p@$$w0rd1", "password2026", "!!password!!",
			"iloveyou",
			"1qaz2wsx", "zaq12wsx", "football99", "drowssap", "Dragon2024", "dragondragon", "monkey!!", "sunshine ",
			"thailand1", "๑qaz๒wsx",
			"ｐａｓｓｗｏｒｄ", "p\u200bassword", "pass\u00adword", "password\u2060", "ｐａｓｓｗｏｒｄ１２３", "𝓹assword", "pässword", "pa\u0301ssword",
			"ยฟหหไนพก", "รหัสผ่าน", "สวัสดี123", "รักเธอ2544", "isylzjko", "ຮັກເຈົ້າ", "Sawasdee1",
		},
		guessable.Pattern: {
			"12345678", "87654321", "aaaaaaaa", "        ", "11111111", "abcdefgh", "ABCDEFGH", "qwertyui", "asdfghjkl", "zxcvbnm,",
			"poiuytrewq",
			"12121212", "11223344", "abcabcabc", "aaaabbbb", "1234abcd", "qwer1234", "aaa111!!!", "๑๒๓๔๕๖๗๘", "１２３４５６７８", "กกกกกกกก",
			"ฟหกดเ้่า", "xyxyxyxyx",
			"ภถุคึต123", "ภถุึคตจข", "ฟหกดฟหกด", "ฟหกดassd", "๑๒๓๔ู฿๕๖", "ฤฆฏโฌ็๋ษ", "ຟຫກດຟຫກດ", "ຢຟໂຖຸູຄຕ", "ฟ1ห2ก3ด4",
			"QWERTYฟหก", "1a2s3d4f",
			"abababab1", "aabbaabb", "xxyyxxyy", "แม่12345", "1Q2W3E4R", "13579246", "24682468", "٠١٢٣٤٥٦٧",
			"20012544", "25440120", "20-01-2544", "20/1/2544", "1-9-44xyz", "19900101", "31122530", "20012001",
			"๒๐๐๑๒๕๔๔", "20.01.44!", "ab20012544", "01 20 1987",
			strings.Repeat("a", 100) + "b", "00000000a", "812345679", "12345679", "123412341234",
		},
		guessable.Personal: {
			"0812345679", "66812345679", "+66812345679", "a0812345679", "9765432180", "๐๘๑๒๓๔๕๖๗๙",
			"Somchai1234", "somchaijaidee", "SOMCHAI JAIDEE", "jaideesomchai", "สมชายใจดี", "สมชาย1234", "iahcmos123",
			"٠٨١٢٣٤٥٦٧٩", "០៨១២៣៤៥៦៧៩", "໐໘໑໒໓໔໕໖໗໙", "𝟎𝟖𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟗", "ｓｏｍｃｈａｉ2001", "som\u200bchai2001",
			"S0mch@i2544", "s0mcha1!!", "l,=kp2544", "somchai20012544",
			"Jaidee0812345679", "somchai12", "somchai2540", "2001Jaidee!", "สมชาย๒๕๓๗", "+66 81-234-5679", "081 234 5679!",
		},
		guessable.None: {
			"correct horse", "battery staple", "another good one", "evening-2026", "กระต่ายน้อยกินแครอท", "tXk29.mQ", "my cat 7 ate it",
			"Somchai likes rivers",
			"20012544 rivers", "2544 windy hills", "เที่ยวทะเลกับเพื่อน", "kx7q-93715048", "no date 99/99/9999", "l;y ng rk b",
			"0812345680 no", "marmalade on toast", "ngx-4471-oq", "ແມວດຳກິນປາ", "horse 81 staple",
		},
	} {
		for _, password := range passwords {
			if got := guessable.Why(password, person...); got != why {
				t.Errorf("%q: %q, want %q", password, got, why)
			}
		}
	}
}

// None of the 3,000 most common passwords of an allowed length is accepted, in whatever case.
func TestTheCommonestAreRefused(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("common.txt")
	if err != nil {
		t.Fatal(err)
	}
	long := 0
	for _, password := range strings.Fields(string(raw)) {
		if len(password) < 8 {
			continue
		}
		long++
		forms := []string{password, strings.ToUpper(password)}
		if strings.Trim(password, "!") == password {
			forms = append(forms, password+"!")
		}
		for _, form := range forms {
			if guessable.Why(form) == guessable.None {
				t.Errorf("%q gets through", form)
			}
		}
	}
	if long < 3000 {
		t.Errorf("%d passwords", long)
	}
}

// A password as long as allowed costs no noticeable time.
func BenchmarkWhy(b *testing.B) {
	long := strings.Repeat("กรุงเทพ kx7q", 10)
	for _, password := range []string{"another good one", long} {
		b.Run(password[:12], func(b *testing.B) {
			for b.Loop() {
				guessable.Why(password, person...)
			}
		})
	}
}
