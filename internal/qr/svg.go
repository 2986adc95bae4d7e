package qr

import (
	"errors"
	"fmt"
	"strconv"
	"sync"

	"rsc.io/qr/coding"
)

// quiet is the empty border that readers need, in modules.
const quiet = 4

// SVG draws a text as a QR code of level M: black modules as one path on white, with the quiet zone, measured in
// modules. It has no size of its own, no script, no link and no style.
func SVG(text string) (string, error) {
	code, err := encode(text)
	if err != nil {
		return "", fmt.Errorf("qr: %w", err)
	}
	side := int64(code.Size + 2*quiet)
	b := make([]byte, 0, 8<<10) // a payment's code has 6 kB
	add := func(before string, n int64) { b = strconv.AppendInt(append(b, before...), n, 10) }
	add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 `, side)
	add(` `, side)
	add(`" shape-rendering="crispEdges" role="img"><path fill="#fff" d="M0 0h`, side)
	add(`v`, side)
	b = append(b, `H0z"/><path fill="#000" d="`...)
	for y := range code.Size {
		for x := 0; x < code.Size; {
			run := 0
			for x+run < code.Size && code.Black(x+run, y) {
				run++
			}
			if run > 0 {
				add("M", int64(x+quiet))
				add(" ", int64(y+quiet))
				add("h", int64(run))
				add("v1h-", int64(run))
				b = append(b, 'z')
			}
			x += max(run, 1)
		}
	}
	return string(append(b, `"/></svg>`...)), nil
}

var errLong = errors.New("the text is too long")

// encode encodes a text in the smallest code that it fits into.
func encode(text string) (*coding.Code, error) {
	of := encoding(text)
	for version := coding.Version(coding.MinVersion); version <= coding.MaxVersion; version++ {
		if of.Bits(version) > version.DataBytes(coding.M)*8 {
			continue
		}
		plan, err := plans[version]()
		if err != nil {
			return nil, err
		}
		return plan.Encode(of)
	}
	return nil, errLong
}

func encoding(text string) coding.Encoding {
	if of := coding.Num(text); of.Check() == nil {
		return of
	}
	if of := coding.Alpha(text); of.Check() == nil {
		return of
	}
	return coding.String(text)
}

// plans are where the bits of a text go, by the version of the code. Making one takes longer than encoding a text by it, and
// encoding changes nothing in it.
var plans = func() (all [coding.MaxVersion + 1]func() (*coding.Plan, error)) {
	for version := range all {
		all[version] = sync.OnceValues(func() (*coding.Plan, error) { return coding.NewPlan(coding.Version(version), coding.M, 0) })
	}
	return all
}()
