package chat

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
)

// box is a box of a film.
func box(name string, content ...string) string {
	all := strings.Join(content, "")
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(all)))) + name + all
}

// longBox is a box whose length follows its name.
func longBox(name, content string) string {
	return "\x00\x00\x00\x01" + name + string(binary.BigEndian.AppendUint64(nil, uint64(16+len(content)))) + content
}

const whereTaken = "SECRET+13.7563+100.5018/"

// The metadata of a film is gone, wherever it stands and however the film is cut into parts. All else is where it was.
func TestMetadataOfAFilmIsBlanked(t *testing.T) {
	t.Parallel()
	film := func(note func(name string) string) string {
		return box("ftyp", "isom\x00\x00\x02\x00isommp41") + note("uuid") + note("free") +
			box("moov", box("mvhd", "head"), note("udta"),
				box("trak", box("tkhd", "one"), note("meta"), box("mdia", "udta of samples")), box("trak", note("udta")), note("meta")) +
			longBox("mdat", "\x00\x00\x00\x20udta"+"pictures") + note("skip") + box("mfra", "end")
	}
	given := film(func(name string) string {
		if name == "uuid" {
			return longBox(name, whereTaken)
		}
		return box(name, whereTaken)
	})
	want := film(func(name string) string {
		if name == "uuid" {
			return longBox("free", strings.Repeat("\x00", len(whereTaken)))
		}
		return box("free", strings.Repeat("\x00", len(whereTaken)))
	})
	for size := 1; size <= len(given); size++ {
		var n metadataFilter
		var got []byte
		for rest := []byte(given); len(rest) > 0; {
			part := rest[:min(size, len(rest))]
			rest = rest[len(part):]
			n.pass(part)
			got = append(got, part...)
		}
		switch {
		case size == len(given) && string(got) != want:
			t.Errorf("in one part: %q", got)
		case len(got) != len(given), bytes.Contains(got, []byte("SECRET")), !bytes.Contains(got, []byte("udtapictures")):
			t.Errorf("in parts of %d: %q", size, got)
		}
	}
}

// A film that violates its format passes as it is, and nothing fails.
func TestFilmsOfNoFormat(t *testing.T) {
	t.Parallel()
	for _, given := range []string{
		"", "\x00", "\x00\x00\x00\x07udta", "\x00\x00\x00\x01udta\xff\xff\xff\xff\xff\xff\xff\xff",
		box("moov", "\x00\x00\x00\x00udta")[:16],
		box("moov", "\x00\x00\x01\x00udta"+whereTaken), box("moov", box("moov", box("moov"))), "\x00\x00\x00\x00mdat" + whereTaken,
	} {
		var n metadataFilter
		got := []byte(given)
		if n.pass(got); string(got) != given {
			t.Errorf("%q became %q", given, got)
		}
	}
}
