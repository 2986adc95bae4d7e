package operatorcli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"krapao/internal/content"
	"krapao/internal/operatorapi/client"
)

// contents are the commands about the content.
type contents struct {
	List    list           `call:"GET /api/content" cmd:"" columns:"section version since by second needs" default:"withargs" help:"List the sections, each with its last version and who wanted it."` //nolint:lll // kong reads it in one piece
	Export  contentExport  `call:"GET /api/content-document" cmd:"" help:"Print what is in force as a document, which propose takes."`
	History contentHistory `call:"GET /api/content/{section}/history" cmd:"" help:"List the versions of a section, newest first, or print one of them."`
	Check   contentCheck   `call:"POST /api/content-check" cmd:"" help:"Say what documents would change, and all that is wrong with them. Nothing is changed."`
	Propose contentPropose `call:"PUT /api/content-document" cmd:"" help:"Propose what documents change: two operators; of several sections two chiefs. It is in force half an hour after the approval."` //nolint:lll // kong reads it in one piece
	Back    contentBack    `call:"POST /api/content/{section}/roll-back" cmd:"" help:"Propose to put a former version of a section into force again."`                                                    //nolint:lll // kong reads it in one piece
}

type contentExport struct {
	Sections []string `arg:"" help:"Only these sections." name:"SECTION" optional:""`
}

// Run prints a document.
func (c contentExport) Run(ctx context.Context, d *Desk) error {
	answer, err := d.call(ctx, client.Request{Method: http.MethodGet, Path: "/api/content-document"})
	if err != nil {
		return err
	}
	var x struct{ Document content.Document }
	if err := json.Unmarshal(answer, &x); err != nil {
		return err
	}
	if len(c.Sections) == 0 {
		return document(d.Out, x.Document)
	}
	some := content.Document{}
	for _, name := range c.Sections {
		if x.Document[name] == nil {
			return fmt.Errorf("NO_DATA: nothing of %q is in force", name)
		}
		some[name] = x.Document[name]
	}
	return document(d.Out, some)
}

// document prints a document.
func document(out io.Writer, doc content.Document) error {
	text, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	_, err = out.Write(append(text, '\n'))
	return err
}

type contentHistory struct {
	Section string `arg:"" json:"-"`
	Limit   int    `default:"20" help:"How many at most."`
	Version int64  `help:"Print this version as a document."`
}

// Run lists versions, or prints one.
func (c contentHistory) Run(ctx context.Context, d *Desk) error {
	path := at("/api/content/{section}", c.Section)
	if c.Version > 0 {
		answer, err := d.call(ctx, client.Request{
			Method: http.MethodGet, Path: fmt.Sprintf("%s/history/%d", path, c.Version),
		})
		if err != nil {
			return err
		}
		var v struct{ Body json.RawMessage }
		if err := json.Unmarshal(answer, &v); err != nil {
			return err
		}
		return document(d.Out, content.Document{c.Section: v.Body})
	}
	r := client.Request{Method: http.MethodGet, Path: path + "/history"}
	if err := d.pages(ctx, r, c.Limit, "version since by second proposal reason", ""); err != nil {
		return err
	}
	answer, err := d.call(ctx, client.Request{Method: http.MethodGet, Path: path})
	if err != nil {
		return err
	}
	var now struct {
		Set     bool
		Version *int64
	}
	if err := json.Unmarshal(answer, &now); err != nil || !now.Set || now.Version != nil {
		return err
	}
	_, err = fmt.Fprintln(d.Out, "what is in force now is none of them: export prints it")
	return err
}

// files are documents, which are sent as one.
type files struct {
	Files    []string         `arg:"" help:"JSON files of sections; - is standard input." json:",omitempty" name:"FILE"`
	Document content.Document `json:"document" kong:"-"`
}

// read reads them. A section may come from one file only.
func (f *files) read() error {
	f.Document = content.Document{}
	for _, name := range f.Files {
		if err := f.Document.ReadFile(name); err != nil {
			return err
		}
	}
	f.Files = nil
	return nil
}

type contentCheck struct{ files }

// Run checks documents.
func (c contentCheck) Run(ctx context.Context, d *Desk) error {
	if err := c.read(); err != nil {
		return err
	}
	answer, err := d.call(ctx, client.Request{Method: http.MethodPost, Path: "/api/content-check", Body: c})
	if err != nil {
		return err
	}
	var x struct{ Changes, Wrong []json.RawMessage }
	if err := json.Unmarshal(answer, &x); err != nil {
		return err
	}
	if len(x.Wrong) > 0 {
		if err := table(d.Out, x.Wrong, "path code text", ""); err != nil {
			return err
		}
		return fmt.Errorf("CONTENT_INVALID: %d things are wrong", len(x.Wrong))
	}
	if len(x.Changes) == 0 {
		_, err = fmt.Fprintln(d.Out, "nothing changes")
		return err
	}
	rows := make([]json.RawMessage, len(x.Changes))
	for n, change := range x.Changes {
		if rows[n], err = texts(change); err != nil {
			return err
		}
	}
	return table(d.Out, rows, "path before after", "")
}

// texts is an object whose fields are printed in one piece each, whatever they hold.
func texts(object json.RawMessage) (json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(object, &fields); err != nil {
		return nil, err
	}
	said := map[string]string{}
	for name, value := range fields {
		if said[name] = text(value); said[name] == "null" {
			said[name] = ""
		}
	}
	return json.Marshal(said)
}

// when is from when on a change is to be in force.
type when struct {
	From moment `help:"When it is to come into force, if not as soon as it may." json:"at,omitzero" placeholder:"TIME"`
}

type contentPropose struct {
	decision
	files
	when
}

// Run proposes documents.
func (c contentPropose) Run(ctx context.Context, d *Desk) error {
	if err := c.read(); err != nil {
		return err
	}
	answer, err := d.call(ctx, client.Request{
		Method: http.MethodPut, Path: "/api/content-document", Body: c, Key: c.Key,
	})
	if err != nil {
		return err
	}
	return show(d.Out, answer, "", "")
}

type contentBack struct {
	Section string `arg:"" json:"-"`
	decision
	when

	Version int64 `arg:"" json:"version"`
}
