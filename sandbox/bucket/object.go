package bucket

import (
	"bytes"
	"context"
	"crypto/md5" //nolint:gosec // the protocol's ETag
	"database/sql"
	"errors"
	"io"
	"net/http"

	"github.com/johannesboyne/gofakes3"

	"krapao/internal/clock"
	"krapao/sandbox/core"
)

// objects are the objects of the bucket in the sandbox's store.
type objects struct{ *core.Frame }

var _ gofakes3.Backend = (*objects)(nil)

func (o *objects) write(query string, args ...any) error {
	return o.Write(context.Background(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	})
}

// PutObject implements gofakes3.Backend.
func (o *objects) PutObject(
	_, key string, _ map[string]string, input io.Reader, size int64, _ *gofakes3.PutConditions,
) (done gofakes3.PutObjectResult, err error) {
	content, err := gofakes3.ReadAll(input, size)
	if err != nil {
		return done, err
	}
	return done, o.write(`INSERT INTO bucket_object (name, content, put_at) VALUES ($1, $2, $3)
		ON CONFLICT (name) DO UPDATE SET content = excluded.content, put_at = excluded.put_at`,
		key, content, clock.MicrosOf(o.Now()))
}

// GetObject implements gofakes3.Backend.
func (o *objects) GetObject(_, key string, part *gofakes3.ObjectRangeRequest) (*gofakes3.Object, error) {
	var content []byte
	var at clock.Micros
	err := o.DB.QueryRowContext(context.Background(), `SELECT content, put_at FROM bucket_object WHERE name = $1`, key).
		Scan(&content, &at)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, gofakes3.KeyNotFound(key)
	case err != nil:
		return nil, err
	case part != nil:
		return nil, gofakes3.ErrNotImplemented
	}
	sum := md5.Sum(content) //nolint:gosec // the protocol's ETag
	return &gofakes3.Object{
		Name: key, Size: int64(len(content)), Hash: sum[:],
		Metadata: map[string]string{"Last-Modified": at.Time().UTC().Format(http.TimeFormat)},
		Contents: io.NopCloser(bytes.NewReader(content)),
	}, nil
}

// HeadObject implements gofakes3.Backend.
func (o *objects) HeadObject(bucket, key string) (*gofakes3.Object, error) {
	object, err := o.GetObject(bucket, key, nil)
	if err == nil {
		object.Contents = io.NopCloser(bytes.NewReader(nil))
	}
	return object, err
}

// DeleteObject implements gofakes3.Backend.
func (o *objects) DeleteObject(_, key string) (done gofakes3.ObjectDeleteResult, err error) {
	return done, o.write(`DELETE FROM bucket_object WHERE name = $1`, key)
}

// ListBucket implements gofakes3.Backend. It lists a page in the order of the names.
func (o *objects) ListBucket(_ string, prefix *gofakes3.Prefix, page gofakes3.ListBucketPage) (*gofakes3.ObjectList, error) {
	list := gofakes3.NewObjectList()
	rows, err := o.DB.QueryContext(context.Background(),
		`SELECT name, length(content), put_at FROM bucket_object WHERE name > $1 ORDER BY name`, page.Marker)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var one gofakes3.Content
		var at clock.Micros
		if err := rows.Scan(&one.Key, &one.Size, &at); err != nil {
			return nil, err
		}
		if prefix != nil && !prefix.Match(one.Key, nil) {
			continue
		}
		if page.MaxKeys > 0 && int64(len(list.Contents)) == page.MaxKeys {
			list.IsTruncated, list.NextMarker = true, list.Contents[len(list.Contents)-1].Key
			break
		}
		one.LastModified = gofakes3.NewContentTime(at.Time())
		list.Add(&one)
	}
	return list, rows.Err()
}

// BucketExists implements gofakes3.Backend.
func (o *objects) BucketExists(name string) (bool, error) { return name == Name, nil }

// ListBuckets implements gofakes3.Backend. Like the calls below, it is not offered: there is one bucket, and it stays.
func (o *objects) ListBuckets() ([]gofakes3.BucketInfo, error) {
	return nil, gofakes3.ErrNotImplemented
}

// CreateBucket implements gofakes3.Backend.
func (o *objects) CreateBucket(string) error { return gofakes3.ErrNotImplemented }

// DeleteBucket implements gofakes3.Backend.
func (o *objects) DeleteBucket(string) error { return gofakes3.ErrNotImplemented }

// ForceDeleteBucket implements gofakes3.Backend.
func (o *objects) ForceDeleteBucket(string) error { return gofakes3.ErrNotImplemented }

// DeleteMulti implements gofakes3.Backend.
func (o *objects) DeleteMulti(string, ...string) (done gofakes3.MultiDeleteResult, err error) {
	return done, gofakes3.ErrNotImplemented
}

// CopyObject implements gofakes3.Backend.
func (o *objects) CopyObject(_, _, _, _ string, _ map[string]string) (done gofakes3.CopyObjectResult, err error) {
	return done, gofakes3.ErrNotImplemented
}
