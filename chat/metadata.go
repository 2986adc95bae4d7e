package chat

import (
	"encoding/binary"
	"math"
	"slices"
)

// metadataFilter blanks the metadata that a camera writes into a film (where it was taken, by which device, for whom), while the
// film passes part by part. A box of metadata becomes a free box of the same length, so nothing else moves. A film that violates
// its format passes as it is from there on. The zero value is at the film's beginning.
type metadataFilter struct {
	at, next int64   // the place in the film, and where the next box begins
	blank    bool    // what is before next is metadata
	head     []byte  // as much of the next box's header as was seen
	ends     []int64 // where the containers around this place end
}

var (
	// containers are the boxes in which metadata may be.
	containers = []string{"moov", "trak"}
	// metadataBoxes have the place in several forms: QuickTime's and 3GPP's user data, Apple's keys, XMP. Free space may hide more.
	metadataBoxes = []string{"udta", "meta", "uuid", "free", "skip"}
)

// pass blanks the metadata in the next part of the film.
func (f *metadataFilter) pass(part []byte) {
	for i := 0; i < len(part); {
		if inside := min(f.next-f.at, int64(len(part)-i)); inside > 0 {
			if f.blank {
				clear(part[i : i+int(inside)])
			}
			i, f.at = i+int(inside), f.at+inside
			continue
		}
		f.head = append(f.head, part[i])
		i, f.at, f.next = i+1, f.at+1, f.next+1
		if len(f.head) == headerOf(f.head) {
			f.enter(part[:i])
		}
	}
}

const (
	shortHeader = 8
	longHeader  = 16
	// longForm is the length that says that the true one follows the name.
	longForm = 1
)

// headerOf returns how long a box's header is, by as much of it as was seen.
func headerOf(head []byte) int {
	if len(head) >= shortHeader && binary.BigEndian.Uint32(head) == longForm {
		return longHeader
	}
	return shortHeader
}

// enter begins a box, whose header ends the bytes seen of this part.
func (f *metadataFilter) enter(seen []byte) {
	head := f.head
	f.head = nil
	start := f.at - int64(len(head))
	for len(f.ends) > 0 && start >= f.ends[len(f.ends)-1] {
		f.ends = f.ends[:len(f.ends)-1]
	}
	end, ok := f.endOf(start, head)
	name := string(head[4:8])
	switch {
	case !ok:
		f.next, f.blank = math.MaxInt64, false
	case slices.Contains(containers, name):
		f.ends = append(f.ends, end)
	case slices.Contains(metadataBoxes, name):
		f.next, f.blank = end, true
		if at := len(seen) - len(head) + 4; at >= 0 { // else the name is in the part before: a box of nothing keeps it
			copy(seen[at:], "free")
		}
	default:
		f.next, f.blank = end, false
	}
}

// endOf returns where a box ends. ok is false if no box can end there.
func (f *metadataFilter) endOf(start int64, head []byte) (end int64, ok bool) {
	length := uint64(binary.BigEndian.Uint32(head))
	switch {
	case length == 0: // as far as the film goes
		return math.MaxInt64, len(f.ends) == 0
	case len(head) == longHeader:
		length = binary.BigEndian.Uint64(head[shortHeader:])
	}
	if length < uint64(len(head)) || length > math.MaxInt32 { // no film that may be uploaded is so long
		return 0, false
	}
	end = start + int64(length)
	return end, len(f.ends) == 0 || end <= f.ends[len(f.ends)-1]
}
