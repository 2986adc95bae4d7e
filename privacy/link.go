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
	// Write writes all of it.
	Write func(ctx context.Context, to io.Writer) error
}

// OpenOwn returns the file under a path that OwnLink made. NO_DATA: the link has ended, is not ours, or its export is gone.
func (s *Service) OpenOwn(ctx context.Context, path string) (File, error) {
	o, err := s.opened(ofOwn, path)
	if err != nil {
		return File{}, err
	}
	return s.openOwn(ctx, o)
}

// OpenNow returns the file under a path that Link made. NO_DATA: the link has ended, or is not ours.
func (s *Service) OpenNow(ctx context.Context, path string) (File, error) {
	o, err := s.opened(ofNow, path)
	if err != nil {
		return File{}, err
	}
	d, err := s.document(ctx, o.member)
	o.file.Write = func(ctx context.Context, to io.Writer) error {
		if o.data {
			return d.writeData(ctx, to)
		}
		return d.writePage(ctx, o.language, to)
	}
	return o.file, err
}

// openedLink is what a path says: whose export, the page's language, and which of its files.
type openedLink struct {
	member, language string
	data             bool
	file             File
}

// opened checks a path of one kind of links. Another kind's is refused: a member's listener must not serve what only an operator
// may take.
func (s *Service) opened(kind, path string) (o openedLink, err error) {
	token, name, _ := strings.Cut(strings.TrimPrefix(path, LinkPath), "/")
	cut := max(strings.LastIndexByte(token, '.'), 0)
	said, mark := token[:cut], strings.TrimPrefix(token[cut:], ".")
	parts := strings.Split(said, ".")
	known := subtle.ConstantTimeCompare([]byte(mark), []byte(s.d.Mark("export", said))) == 1
	if len(parts) != 4 || !known || parts[0] != kind {
		return o, fault.New(fault.NO_DATA, "this is no link to an export")
	}
	if until, err := strconv.ParseInt(parts[3], 10, 64); err != nil || s.d.Now().Unix() >= until {
		return o, fault.New(fault.NO_DATA, "the link to the export has ended")
	}
	o = openedLink{member: parts[1], language: parts[2], data: name == dataName}
	day := s.d.Now().UTC().Format("20060102")
	switch name {
	case dataName:
		o.file.Name, o.file.Type = "data-"+day+".json", "application/json"
	case pageName:
		o.file.Name, o.file.Type = "data-"+day+".html", "text/html; charset=utf-8"
	default:
		return o, fault.New(fault.NO_DATA, "there is no such file")
	}
	return o, nil
}

// openOwn opens a file that is kept. Its first part is read at once, so that one that is lost can be refused.
func (s *Service) openOwn(ctx context.Context, o openedLink) (File, error) {
	row, err := privacydb.New(s.d.Store.DB()).ExportOf(ctx, o.member)
	if err == nil && s.ownOf(row).State != Ready || store.NotFound(err) {
		err = fault.New(fault.NO_DATA, "the export has ended")
	}
	if err != nil {
		return File{}, err
	}
	kept := strings.Fields(row.PageParts)
	if o.data {
		kept = strings.Fields(row.DataParts)
	}
	if _, err := s.d.Files.Open(ctx, o.member, kept[0]); err != nil {
		return File{}, err
	}
	o.file.Write = func(ctx context.Context, to io.Writer) error {
		for _, id := range kept {
			content, err := s.d.Files.Open(ctx, o.member, id)
			if err == nil {
				_, err = to.Write(content)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return o.file, nil
}
