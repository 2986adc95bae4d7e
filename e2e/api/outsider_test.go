package api

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// This file is what somebody outside writes to check a transfer by docs/proof.md. It uses nothing of the product.

// proofAnswer is the answer of GET /api/transfer/{reference}/proof.
type proofAnswer struct {
	ID    string `json:"id"`
	Steps []struct {
		Batch struct {
			ID      string `json:"id"`
			Digest  string `json:"digest"`
			Content []byte `json:"content"`
		} `json:"batch"`
		Seal *struct {
			Number string `json:"number"`
			Hash   string `json:"hash"`
			Before string `json:"before"`
		} `json:"seal"`
		Path []link `json:"path"`
	} `json:"steps"`
}

type link struct {
	ID     string `json:"id"`
	Digest string `json:"digest"`
}

// proven is what a proof shows of its transfer: the entries' steps, and how much the transfer is of, in satang.
type proven struct {
	steps  []string
	amount int64
}

// checked checks a proof.
func checked(answer string) (shows proven, err error) {
	var p proofAnswer
	if err := json.Unmarshal([]byte(answer), &p); err != nil {
		return shows, err
	}
	id, err := strconv.ParseInt(p.ID, 10, 64)
	if err != nil {
		return shows, err
	}
	for _, s := range p.Steps {
		sum := sha256.Sum256(s.Batch.Content)
		if encoded(sum[:]) != s.Batch.Digest {
			return shows, errors.New("the content is not that of the digest")
		}
		if !slices.Contains(s.Path, link{s.Batch.ID, s.Batch.Digest}) {
			return shows, errors.New("the seal does not cover the batch")
		}
		if s.Seal == nil {
			return shows, errors.New("the batch is not sealed")
		}
		h := hashed(s.Seal.Before, s.Seal.Number)
		for _, l := range s.Path {
			h = append(h, hashed(l.ID, l.Digest)...)
		}
		if sum = sha256.Sum256(h); encoded(sum[:]) != s.Seal.Hash {
			return shows, errors.New("the seal is not over these batches")
		}
		if err := shows.read(&unpacker{rest: s.Batch.Content}, id); err != nil {
			return shows, err
		}
	}
	return shows, nil
}

func encoded(sum []byte) string { return base64.RawURLEncoding.EncodeToString(sum) }

// hashed are the bytes that texts are hashed as.
func hashed(texts ...string) (b []byte) {
	for _, text := range texts {
		b = binary.BigEndian.AppendUint64(b, uint64(len(text)))
		b = append(b, text...)
	}
	return b
}

// read reads the content of a batch, and adds what it has of a transfer.
func (shows *proven) read(r *unpacker, id int64) error {
	r.numbers(3)
	for len(r.rest) > 0 && r.wrong == nil {
		if r.refusal() {
			continue
		}
		e := r.numbers(9)
		step := r.text()
		if e[2] == id {
			side := map[int64]string{1: "debit", 0: "credit"}[e[3]]
			shows.steps = append(shows.steps, fmt.Sprint(step, " ", side, " ", e[4], " ", e[5]))
		}
		if e[3] != 1 || step != "reserve" && step != "move" {
			continue
		}
		r.text()
		r.text()
		r.text()
		if t := r.numbers(5); e[2] == id {
			shows.amount = t[3]
		}
	}
	return r.wrong
}

// unpacker reads numbers and texts.
type unpacker struct {
	rest  []byte
	wrong error
}

func (r *unpacker) take(n int) []byte {
	if n > len(r.rest) {
		r.wrong, r.rest = errors.New("the content ends too early"), nil
		return make([]byte, n)
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *unpacker) numbers(count int) []int64 {
	all := make([]int64, count)
	for n := range all {
		all[n] = int64(binary.BigEndian.Uint64(r.take(8)))
	}
	return all
}

func (r *unpacker) text() string {
	return string(r.take(int(min(binary.BigEndian.Uint32(r.take(4)), 1<<20))))
}

// refusal reads a refusal, if one comes.
func (r *unpacker) refusal() bool {
	if len(r.rest) < 11 || string(r.rest[4:11]) != "refusal" || r.rest[3] != 7 {
		return false
	}
	r.text()
	r.text()
	r.numbers(1)
	r.text()
	r.text()
	r.text()
	return true
}
