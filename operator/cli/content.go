package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	words "krapao/internal/content"
	"krapao/operator"
	"krapao/operator/cli/contentcmd"
)

// content is what is in force of the content, and changes of it.
type content struct {
	contentcmd.Commands
	Put contentPut `cmd:"" hidden:"" help:"Used by krapao content apply."`
}

// contentPut takes a document, which follows the command.
type contentPut struct {
	contentcmd.Wish
	DryRun bool `name:"dry-run"`
}

// Run proposes it, or applies it in a house without operators.
func (c contentPut) Run(ctx context.Context, s *Services, out io.Writer, put document, by operator.Decision) error {
	if s.Drafts == nil {
		return errors.New("content: this node takes no content")
	}
	if put.size > mostDocument {
		return fmt.Errorf("content: the document has %d bytes, and a node takes %d at most", put.size, mostDocument)
	}
	doc := words.Document{}
	if err := doc.Read("the document", put); err != nil {
		return err
	}
	return c.Put(ctx, s.Drafts, by, doc, c.DryRun, out)
}

// PutContent has the node whose socket is at a path take a content document: it proposes it in a session, or applies it in a
// house without operators.
func PutContent(
	ctx context.Context, path string, by Caller, document []byte, w contentcmd.Wish, dryRun bool, out io.Writer,
) error {
	args := append([]string{"content", "put"}, w.Args()...)
	if dryRun {
		args = append(args, "--dry-run")
	}
	c := call{Args: args, Size: int64(len(document)), Session: by.Session, Confirmation: by.Confirmation}
	return callNode(ctx, path, c, bytes.NewReader(document), out)
}
