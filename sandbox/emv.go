package sandbox

import (
	"fmt"
	"strings"

	"krapao/sandbox/core"
)

// emvField is one tag of a merchant-presented QR code: id, length and value (research/domain.md section 1.1).
func emvField(id, value string) string { return fmt.Sprintf("%s%02d%s", id, len(value), value) }

// billPayment is the payload of a one-time Thai QR for a bill payment (tag 30): the merchant's biller id, a reference
// that comes back in the bank's advice, and the amount in satang.
func billPayment(biller, reference string, satang int64) string {
	payload := emvField("00", "01") +
		emvField("01", "12") +
		emvField("30", emvField("00", "A000000677010112")+emvField("01", biller)+emvField("02", strings.ToUpper(reference))) +
		emvField("53", "764") +
		emvField("54", core.FormatDecimal(satang, core.BahtPlaces, core.BahtPlaces)) +
		emvField("58", "TH") +
		"6304"
	return fmt.Sprintf("%s%04X", payload, crc16(payload))
}

// crc16 is CRC-16/CCITT-FALSE.
func crc16(text string) uint16 {
	crc := uint16(0xFFFF)
	for _, b := range []byte(text) {
		crc ^= uint16(b) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}
