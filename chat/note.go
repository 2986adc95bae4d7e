package chat

import (
	"encoding/binary"
	"math"
	"slices"
)

// notes blanks what a camera writes into a film beside its pictures and sound (where it was taken, by which device, for whom),
// while the film passes part by part. A box of notes becomes a free box of the same length, so nothing else moves. A film that
// violates its format passes as it is from there on. The zero notes is at the film's beginning.
type notes struct {
	at, next int64   // the place in the film, and where the next box begins
	blank    bool    // what is before next are notes
	head     []byte  // as much of the next box's header as was seen
	ends     []int64 // where the containers around this place end
}

var (
	// boxesOfBoxes are the containers in which notes are.
	boxesOfBoxes = []string{"moov", "trak"}
	// boxesOfNotes have the place in several forms: QuickTime's and 3GPP's user data, Apple's keys, XMP. Free space may hide more.
	boxesOfNotes = []string{"udta", "meta", "uuid", "free", "skip"}
)

// pass blanks the notes in the next part of the film.
func (n *notes) pass(part []byte) {
	for i := 0; i < len(part); {
		if inside := min(n.next-n.at, int64(len(part)-i)); inside > 0 {
			if n.blank {
				clear(part[i : i+int(inside)])
			}
			i, n.at = i+int(inside), n.at+inside
			continue
		}
		n.head = append(n.head, part[i])
		i, n.at, n.next = i+1, n.at+1, n.next+1
		if len(n.head) == headerOf(n.head) {
			n.enter(part[:i])
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
func (n *notes) enter(seen []byte) {
	head := n.head
	n.head = nil
	start := n.at - int64(len(head))
	for len(n.ends) > 0 && start >= n.ends[len(n.ends)-1] {
		n.ends = n.ends[:len(n.ends)-1]
	}
	end, ok := n.endOf(start, head)
	name := string(head[4:8])
	switch {
	case !ok:
		n.next, n.blank = math.MaxInt64, false
	case slices.Contains(boxesOfBoxes, name):
		n.ends = append(n.ends, end)
	case slices.Contains(boxesOfNotes, name):
		n.next, n.blank = end, true
		if at := len(seen) - len(head) + 4; at >= 0 { // else the name is in the part before: a box of nothing keeps it
			copy(seen[at:], "free")
		}
	default:
		n.next, n.blank = end, false
	}
}

// endOf returns where a box ends. ok is false if no box can end there.
func (n *notes) endOf(start int64, head []byte) (end int64, ok bool) {
	length := uint64(binary.BigEndian.Uint32(head))
	switch {
	case length == 0: // as far as the film goes
		return math.MaxInt64, len(n.ends) == 0
	case len(head) == longHeader:
		length = binary.BigEndian.Uint64(head[shortHeader:])
	}
	if length < uint64(len(head)) || length > math.MaxInt32 { // no film that may be uploaded is so long
		return 0, false
	}
	end = start + int64(length)
	return end, len(n.ends) == 0 || end <= n.ends[len(n.ends)-1]
}
