package privacy

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/internal/personal"
)

// Languages are those of the page: Thai, Lao and English.
var Languages = []string{"th", "lo", "en"}

//go:embed page.html
var pageText string

var pageShape = template.Must(template.New("page").Parse(pageText))

//go:embed texts.json
var textsOfPage []byte

// texts are the page's, by what they name and by language. A table is named by itself; a column by its table and itself, or with
// nothing before the point where it is called the same in all tables.
var texts = func() (all map[string]map[string]string) {
	if err := json.Unmarshal(textsOfPage, &all); err != nil {
		panic(err)
	}
	return all
}()

// said returns a text. The values stand for names in braces, each after its name.
func said(language, name string, values ...string) string {
	for n := 0; n < len(values); n += 2 {
		values[n] = "{" + values[n] + "}"
	}
	return strings.NewReplacer(values...).Replace(texts[name][language])
}

// columnSaid is what a column is called.
func columnSaid(language, table, column string) string {
	if text, own := texts[table+"."+column]; own {
		return text[language]
	}
	return said(language, "."+column)
}

// head is what the page begins with.
type head struct{ Language, Title, Intro string }

// section is a table as the page shows it, without its rows.
type section struct {
	Title   string
	Columns []string
}

// writePage writes the document for a person to read, as HTML in one of the Languages. It needs nothing beside itself.
func (d document) writePage(ctx context.Context, language string, to io.Writer) error {
	w := bufio.NewWriter(to)
	err := pageShape.ExecuteTemplate(w, "begin", head{
		Language: language, Title: said(language, "page.title", "house", d.house),
		Intro: said(language, "page.intro", "time", timeSaid(d.madeAt)),
	})
	for _, table := range d.tables {
		if err == nil {
			err = writeSection(ctx, w, language, table, d.pageRows)
		}
	}
	if err == nil {
		err = pageShape.ExecuteTemplate(w, "end", nil)
	}
	if err != nil {
		return fmt.Errorf("privacy: %w", err)
	}
	return w.Flush()
}

// writeSection writes a table with a row for each of its own. It is written as it is read.
func writeSection(ctx context.Context, w io.Writer, language string, table personal.Table, most int) error {
	shown, rows := section{Title: said(language, table.Name)}, 0
	for _, column := range table.Columns {
		shown.Columns = append(shown.Columns, columnSaid(language, table.Name, column))
	}
	err := pageShape.ExecuteTemplate(w, "section", shown)
	if err == nil {
		err = table.Each(ctx, most, func(row personal.Row) error {
			if rows++; rows == 1 {
				if err := pageShape.ExecuteTemplate(w, "table", shown); err != nil {
					return err
				}
			}
			cells := make([]string, len(table.Columns))
			for n, column := range table.Columns {
				cells[n] = cellOf(language, row[column])
			}
			return pageShape.ExecuteTemplate(w, "row", cells)
		})
	}
	if err != nil {
		return err
	}
	if rows == 0 {
		return pageShape.ExecuteTemplate(w, "nothing", said(language, "page.none"))
	}
	return pageShape.ExecuteTemplate(w, "whole", nil)
}

// cellOf is a value as a person reads it.
func cellOf(language string, value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case bool:
		if value {
			return said(language, "page.yes")
		}
		return said(language, "page.no")
	case time.Time:
		return timeSaid(value)
	default:
		return fmt.Sprint(value)
	}
}

// timeSaid is a time in Bangkok.
func timeSaid(at time.Time) string { return at.In(clock.Bangkok).Format("02/01/2006 15:04:05") }
