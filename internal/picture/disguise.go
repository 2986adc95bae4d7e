package picture

import (
	"bytes"
	"fmt"
	"strings"
)

// otherFiles are the first bytes of files that are opened or run by programs which look for them behind a picture's.
var otherFiles = [][]byte{
	[]byte("PK\x03\x04"), []byte("PK\x05\x06"), // zip, jar, office documents
	[]byte("%PDF-"),
	[]byte("\x7fELF"),
	[]byte("Rar!\x1a\x07"),
	[]byte("7z\xbc\xaf\x27\x1c"),
	[]byte("This program cannot be run in DOS mode"),
}

// pageTags begin what a browser or a server would run if it took the file for a page.
var pageTags = []string{"<!doctype", "<html", "<head", "<body", "<script", "<iframe", "<svg", "<?php", "<%@"}

// disguised looks at bytes of a file that are not its pixels: notes inside it and what follows its end. Cameras write both
// (places, thumbnails, even short films), so that they are no fault; a page or an archive there is one. Nothing of either is
// ever kept, because pictures are written anew: this is to refuse what was made to harm, not what makes it harmless.
func disguised(b []byte) error {
	for _, start := range otherFiles {
		if bytes.Contains(b, start) {
			return fmt.Errorf("%w: %q", ErrDisguised, start)
		}
	}
	for {
		i := bytes.IndexByte(b, '<')
		if i < 0 {
			return nil
		}
		b = b[i:]
		for _, tag := range pageTags {
			if len(b) >= len(tag) && strings.EqualFold(string(b[:len(tag)]), tag) {
				return fmt.Errorf("%w: %q", ErrDisguised, tag)
			}
		}
		b = b[1:]
	}
}
