package deposit

import (
	"testing"
)

func TestSamePayer(t *testing.T) {
	t.Parallel()
	own := Payer{BankCode: "SCB", AccountNo: "123-4-56789-0", Name: "MR SOMCHAI JAIDEE"}
	for _, tc := range []struct {
		name string
		seen Payer
		same bool
	}{
		{"the same", Payer{"SCB", "1234567890", "SOMCHAI JAIDEE"}, true},
		{"another number of the same name", Payer{"SCB", "1234567891", "SOMCHAI JAIDEE"}, false},
		{"another bank", Payer{"KTB", "1234567890", "SOMCHAI JAIDEE"}, false},
		{"masked with dashes", Payer{"SCB", "xxx-x-x6789-0", ""}, true},
		{"masked, agreeing at the end", Payer{"SCB", "xxxxxx7890", ""}, true},
		{"masked, one digit off", Payer{"SCB", "xxxxxx7891", ""}, false},
		{"masked in the middle", Payer{"SCB", "1234xxxx90", ""}, true},
		{"three digits and no name", Payer{"SCB", "xxxxxxx890", ""}, false},
		{"three digits and the name", Payer{"SCB", "xxxxxxx890", "นาย SOMCHAI JAIDEE"}, true},
		{"three digits and another name", Payer{"SCB", "xxxxxxx890", "SOMSRI JAIDEE"}, false},
		{"three digits, first name and initial", Payer{"SCB", "xxxxxxx890", "SOMCHAI J"}, true},
		{"a wrong digit and the right name", Payer{"SCB", "xxxxxxx891", "SOMCHAI JAIDEE"}, false},
		{"only the name", Payer{"", "", "somchai  jaidee"}, true},
		{"only a first name", Payer{"", "", "SOMCHAI"}, false},
		{"a longer number", Payer{"SCB", "00001234567890", ""}, false},
		{"nothing", Payer{}, false},
		{"a title, and the marks of another typist", Payer{"SCB", "xxxxxxx890", "Dr. Som\u200bchai JAIDEE."}, true},
		{"cut and hidden", Payer{"SCB", "xxxxxxx890", "SOMC*** JAIDEE"}, false},
	} {
		if got := samePayer(own, tc.seen); got != tc.same {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.same)
		}
	}
}

func TestTMBIsTTB(t *testing.T) {
	t.Parallel()
	if !samePayer(Payer{"TMB", "1234567890", "A B"}, Payer{"TTB", "1234567890", "A B"}) {
		t.Error("TMB became TTB: one bank")
	}
}
