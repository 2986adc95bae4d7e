package privacy

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"strconv"
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

// section is a table as the page shows it.
type section struct {
	Title, Cut, None string
	Columns          []string
	Rows             [][]string
}

// Page is the document for a person to read, as HTML in one of the Languages. It needs nothing beside itself.
func (d Document) Page(language string) (string, error) {
	shown := struct {
		Language, Title, Intro string
		Sections               []section
	}{
		Language: language, Title: said(language, "page.title", "house", d.House),
		Intro: said(language, "page.intro", "time", timeSaid(d.MadeAt)),
	}
	for _, table := range d.Tables {
		shown.Sections = append(shown.Sections, sectionOf(language, table))
	}
	var page bytes.Buffer
	if err := pageShape.Execute(&page, shown); err != nil {
		return "", fmt.Errorf("privacy: %w", err)
	}
	return page.String(), nil
}

func sectionOf(language string, table personal.Table) section {
	shown := section{Title: said(language, table.Name), None: said(language, "page.none")}
	if table.Cut {
		shown.Cut = said(language, "page.cut", "count", strconv.Itoa(len(table.Rows)))
	}
	for _, column := range table.Columns {
		shown.Columns = append(shown.Columns, columnSaid(language, table.Name, column))
	}
	for _, row := range table.Rows {
		cells := make([]string, len(table.Columns))
		for n, column := range table.Columns {
			cells[n] = cellOf(language, row[column])
		}
		shown.Rows = append(shown.Rows, cells)
	}
	return shown
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
