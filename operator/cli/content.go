package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
)

// content puts a document into force. The document follows the command, as a file does.
type content struct {
	DryRun bool `name:"dry-run"`
}

// Run applies it.
func (c content) Run(ctx context.Context, s *Services, out io.Writer, open opener) error {
	if s.Content == nil {
		return errors.New("content: this node takes no content")
	}
	f, err := open("")
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	if f.size > mostFile {
		return fmt.Errorf("content: the document has %d bytes, and a node takes %d at most", f.size, mostFile)
	}
	document, err := io.ReadAll(f)
	if err != nil {
		return fmt.Errorf("content: %w", err)
	}
	changes, err := s.Content(ctx, document, c.DryRun)
	if err != nil {
		return err
	}
	return TellChanges(out, changes, c.DryRun)
}

// ApplyContent has the node on a socket put a content document into force: on SQLite nobody else may write beside that node.
func ApplyContent(ctx context.Context, path string, document []byte, dryRun bool, out io.Writer) error {
	args := []string{"content"}
	if dryRun {
		args = append(args, "--dry-run")
	}
	_, err := callNode(ctx, path, call{Args: args, Size: int64(len(document))}, bytes.NewReader(document), out)
	return err
}

// TellChanges prints what content changed, one line each.
func TellChanges(out io.Writer, changes []string, dryRun bool) error {
	if len(changes) == 0 {
		changes = []string{"nothing changes"}
	} else if dryRun {
		changes = append(changes, "dry run: nothing was changed")
	}
	for _, line := range changes {
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}
