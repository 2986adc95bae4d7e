package thaibank

import (
	"fmt"
	"strings"

	"krapao/sandbox/core"
)

// EMVField is one tag of a merchant-presented QR code: id, length and value (research/domain.md section 1.1).
func EMVField(id, value string) string { return fmt.Sprintf("%s%02d%s", id, len(value), value) }

// BillPayment is the payload of a one-time Thai QR for a bill payment (tag 30): the merchant's biller id, a reference
// that comes back in the bank's advice, and the amount in satang.
func BillPayment(biller, reference string, satang int64) string {
	payload := EMVField("00", "01") +
		EMVField("01", "12") +
		EMVField("30", EMVField("00", "A000000677010112")+EMVField("01", biller)+EMVField("02", strings.ToUpper(reference))) +
		EMVField("53", "764") +
		EMVField("54", core.FormatDecimal(satang, core.BahtPlaces, core.BahtPlaces)) +
		EMVField("58", "TH") +
		"6304"
	return fmt.Sprintf("%s%04X", payload, Checksum(payload))
}

// Checksum is CRC-16/CCITT-FALSE.
func Checksum(text string) uint16 {
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
