package privacy

import (
	"context"
	"crypto/subtle"
	"io"
	"strconv"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/privacy/internal/privacydb"
)

// LinkPath begins the paths of links to exports.
const LinkPath = "/export/"

// linkFor is how long a link is good: whoever has it may take the files.
const linkFor = 5 * time.Minute

// Names of the files behind a link.
const (
	dataName = "data.json"
	pageName = "page.html"
)

// The kinds of links: to a member's own export, which is kept, and to one that is written as it is read.
const (
	ofOwn = "own"
	ofNow = "now"
)

// Link opens the two files of an export.
type Link struct {
	// Data and Page are paths, below the address of whoever asks.
	Data, Page string
	Until      time.Time
}

// OwnLink makes a link to a member's own export. Every node knows it by the installation's key. NO_DATA: there is none that is
// ready.
func (s *Service) OwnLink(ctx context.Context, member string) (Link, error) {
	own, err := s.Own(ctx, member)
	if err == nil && own.State != Ready {
		err = fault.New(fault.NO_DATA, "there is no export to take")
	}
	if err != nil {
		return Link{}, err
	}
	return s.link(ofOwn, member, own.Language), nil
}

// Link makes a link to everything about a member as it is when the link is opened, with the page in one of the Languages.
func (s *Service) Link(member, language string) Link { return s.link(ofNow, member, language) }

func (s *Service) link(kind, member, language string) Link {
	until := s.d.Now().Add(linkFor).Truncate(time.Second)
	said := strings.Join([]string{kind, member, language, strconv.FormatInt(until.Unix(), 10)}, ".")
	path := LinkPath + said + "." + s.d.Mark("export", said) + "/"
	return Link{Data: path + dataName, Page: path + pageName, Until: until}
}

// File is a file of an export.
type File struct {
	// Name is what it is called where it is saved, Type its media type.
	Name, Type string
	// Write writes it. who takes turns at opening what is sealed.
	Write func(ctx context.Context, to io.Writer) error
}

// Open returns the file under a path. NO_DATA: its link has ended, is not ours, or its export is gone.
func (s *Service) Open(ctx context.Context, path string) (File, error) {
	token, name, _ := strings.Cut(strings.TrimPrefix(path, LinkPath), "/")
	cut := max(strings.LastIndexByte(token, '.'), 0)
	said, mark := token[:cut], strings.TrimPrefix(token[cut:], ".")
	parts := strings.Split(said, ".")
	if len(parts) != 4 || subtle.ConstantTimeCompare([]byte(mark), []byte(s.d.Mark("export", said))) == 0 {
		return File{}, fault.New(fault.NO_DATA, "this is no link to an export")
	}
	kind, member, language := parts[0], parts[1], parts[2]
	if until, err := strconv.ParseInt(parts[3], 10, 64); err != nil || s.d.Now().Unix() >= until {
		return File{}, fault.New(fault.NO_DATA, "the link to the export has ended")
	}
	var file File
	switch day := s.d.Now().UTC().Format("20060102"); name {
	case dataName:
		file.Name, file.Type = "data-"+day+".json", "application/json"
	case pageName:
		file.Name, file.Type = "data-"+day+".html", "text/html; charset=utf-8"
	default:
		return File{}, fault.New(fault.NO_DATA, "there is no such file")
	}
	if kind == ofOwn {
		return s.openOwn(ctx, file, member, name)
	}
	d, err := s.document(ctx, member)
	file.Write = func(ctx context.Context, to io.Writer) error {
		if name == dataName {
			return d.writeData(ctx, to)
		}
		return d.writePage(ctx, language, to)
	}
	return file, err
}

// openOwn opens a file that is kept. Its first part is read at once, so that one that is lost can be refused.
func (s *Service) openOwn(ctx context.Context, file File, member, name string) (File, error) {
	row, err := privacydb.New(s.d.Store.DB()).ExportOf(ctx, member)
	if err == nil && s.ownOf(row).State != Ready || store.NotFound(err) {
		err = fault.New(fault.NO_DATA, "the export has ended")
	}
	if err != nil {
		return File{}, err
	}
	kept := strings.Fields(row.DataParts)
	if name == pageName {
		kept = strings.Fields(row.PageParts)
	}
	if _, err := s.d.Files.Open(ctx, member, kept[0]); err != nil {
		return File{}, err
	}
	file.Write = func(ctx context.Context, to io.Writer) error {
		for _, id := range kept {
			content, err := s.d.Files.Open(ctx, member, id)
			if err == nil {
				_, err = to.Write(content)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return file, nil
}
