package thaibank

import (
	"fmt"
	"testing"
)

// The payloads of research/domain.md section 1.2 and 2, with their checksums.
func TestCRC16(t *testing.T) {
	t.Parallel()
	for _, payload := range []string{
		"12345678929B1",
		"00020101021129370016A000000677010111011300668012345675802TH530376463046197",
		"00020101021229370016A0000006770101110113006681222333353037645802TH540530.0063043CAD",
		"00020101021230650016A00000067701011201150994000165501000212123456789012030667042953037645802TH54073649.2263044534",
		"004100060000010103014022000111222233344ABCD125102TH910417DF",
	} {
		text, want := payload[:len(payload)-4], payload[len(payload)-4:]
		if got := fmt.Sprintf("%04X", Checksum(text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestBillPayment(t *testing.T) {
	t.Parallel()
	got := BillPayment("099400016550100", "abc123", 364922)
	const want = "000201010212" + "3049" + "0016A000000677010112" + "0115099400016550100" + "0206ABC123" +
		"5303764" + "54073649.22" + "5802TH" + "6304"
	if got[:len(got)-4] != want || got[len(got)-4:] != fmt.Sprintf("%04X", Checksum(want)) {
		t.Errorf("billPayment = %s, want %s", got, want)
	}
}
