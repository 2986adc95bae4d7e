package privacy

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"krapao/internal/personal"
)

// document is everything about a member. What its tables hold is read while it is written, so it is never in memory as a whole.
type document struct {
	house, member string
	madeAt        time.Time
	tables        []personal.Table
	// pageRows is how many rows of a table are read at once; 0: as many as usual.
	pageRows int
}

// document is everything about a member, by its ID.
func (s *Service) document(ctx context.Context, member string) (document, error) {
	made := document{member: member, madeAt: s.d.Now().UTC().Truncate(time.Millisecond), pageRows: s.d.PageRows}
	var err error
	if made.house, err = s.d.House(ctx); err != nil {
		return made, err
	}
	for _, source := range s.d.Sources {
		tables, err := source(ctx, member)
		if err != nil {
			return made, err
		}
		made.tables = append(made.tables, tables...)
	}
	return made, nil
}

// writeData writes the document as JSON: house, member, madeAt, and tables of name, columns and rows.
func (d document) writeData(ctx context.Context, to io.Writer) error {
	w := bufio.NewWriter(to)
	made := quoted(d.madeAt.Format(time.RFC3339Nano))
	head := `{"house":` + quoted(d.house) + `,"member":` + quoted(d.member) + `,"madeAt":` + made + `,"tables":[`
	if _, err := w.WriteString(head); err != nil {
		return err
	}
	for n, table := range d.tables {
		if err := writeTable(ctx, w, table, n == 0, d.pageRows); err != nil {
			return fmt.Errorf("privacy: %w", err)
		}
	}
	if _, err := w.WriteString("\n]}\n"); err != nil {
		return err
	}
	return w.Flush()
}

// writeTable writes a table, a row in each line.
func writeTable(ctx context.Context, w *bufio.Writer, table personal.Table, first bool, most int) error {
	before := ",\n"
	if first {
		before = "\n"
	}
	columns, err := json.Marshal(table.Columns)
	if err != nil {
		return err
	}
	head := before + `{"name":` + quoted(table.Name) + `,"columns":` + string(columns) + `,"rows":[`
	if _, err := w.WriteString(head); err != nil {
		return err
	}
	before = "\n"
	err = table.Each(ctx, most, func(row personal.Row) error {
		text, err := json.Marshal(row)
		if err == nil {
			_, err = w.WriteString(before)
		}
		if err == nil {
			_, err = w.Write(text)
		}
		before = ",\n"
		return err
	})
	if err != nil {
		return err
	}
	_, err = w.WriteString("]}")
	return err
}

// quoted is a text as JSON writes it.
func quoted(text string) string {
	made, err := json.Marshal(text)
	if err != nil {
		panic(err) // a text is always encoded
	}
	return string(made)
}
