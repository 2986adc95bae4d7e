package picture

import (
	"bytes"
	"encoding/binary"
)

// exifTurn returns the orientation in EXIF data. It is 0 if none can be read, which is no error of the picture.
func exifTurn(b []byte) int {
	const orientation, short, entry = 0x0112, 3, 12
	b = bytes.TrimPrefix(b, []byte("Exif\x00\x00")) // some WebP encoders add it too
	if len(b) < 8 {
		return 0
	}
	var order binary.ByteOrder
	switch string(b[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 0
	}
	at := int64(order.Uint32(b[4:]))
	if at+2 > int64(len(b)) {
		return 0
	}
	count := int(order.Uint16(b[at:]))
	for entries := b[at+2:]; count > 0 && len(entries) >= entry; count, entries = count-1, entries[entry:] {
		if order.Uint16(entries) != orientation || order.Uint16(entries[2:]) != short {
			continue
		}
		if turn := int(order.Uint16(entries[8:])); turn >= 1 && turn <= 8 {
			return turn
		}
		return 0
	}
	return 0
}
