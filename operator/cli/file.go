package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"

	"krapao/chat"
)

// file is what a command sends: so many bytes, read once.
type file struct {
	io.ReadCloser
	size int64
}

// opener opens a file that a command names. It lies where the command was given, which is not where a node carries it out.
type opener func(name string) (file, error)

func openFile(name string) (file, error) {
	f, err := os.Open(name)
	if err != nil {
		return file{}, fmt.Errorf("operator: %w", err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no file", name)
	}
	if err != nil {
		_ = f.Close()
		return file{}, fmt.Errorf("operator: %w", err)
	}
	return file{f, info.Size()}, nil
}

// mostFile is how large a file may be to be handed to a node; a larger one is refused by its size alone.
var mostFile = int64(max(chat.Image.MaxBytes(), chat.Video.MaxBytes()))

// named is the file that a command names, if it does; the node tells what is wrong with a command.
func named(args []string) string {
	var c Commands
	if _, err := parse(&c, args, io.Discard); err != nil {
		return ""
	}
	return cmp.Or(c.Chat.Reply.Image, c.Chat.Reply.Video)
}
