// Package bucket keeps uploaded files in a bucket of S3's protocol (blob.Place): Amazon's own, or a server that speaks it.
//
// The protocol and its signatures are minio-go's (https://docs.aws.amazon.com/AmazonS3/latest/API/). Requests go through our own
// outbound client, with its limits and its circuit breaker.
package bucket

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"krapao/connect/outbound"
	"krapao/internal/blob"
)

// Config configures a Bucket.
type Config struct {
	// URL is the address of the bucket, with a prefix for all names where it is shared: https://HOST/BUCKET[/PREFIX].
	URL string
	// Region is the bucket's; other servers than Amazon's mostly ignore it.
	Region string
	// Key and Secret are of an account that may read, write, delete and list what is under the prefix.
	Key, Secret string
	Outbound    outbound.Settings
}

// mostAnswer is larger than any file that is uploaded, and than a page of a list.
const mostAnswer = 64 << 20

// Bucket is a bucket. It is safe for concurrent use.
type Bucket struct {
	client       *minio.Client
	name, prefix string
}

var _ blob.Place = (*Bucket)(nil)

// New makes the connection to a bucket; nothing is sent yet.
func New(c Config) (*Bucket, error) {
	at, err := url.Parse(c.URL)
	if err != nil || at.Host == "" {
		return nil, fmt.Errorf("bucket: the address is https://HOST/BUCKET or https://HOST/BUCKET/PREFIX, not %q", c.URL)
	}
	name, prefix, _ := strings.Cut(strings.Trim(at.Path, "/"), "/")
	if name == "" {
		return nil, fmt.Errorf("bucket: the address %q names no bucket", c.URL)
	}
	if prefix != "" {
		prefix += "/"
	}
	c.Outbound.MaxAnswer, c.Outbound.Bytes = mostAnswer, true
	client, err := minio.New(at.Host, &minio.Options{
		Creds: credentials.NewStaticV4(c.Key, c.Secret, ""), Secure: at.Scheme == "https", Region: c.Region,
		Transport: transport{outbound.New(c.Outbound)}, MaxRetries: 1, // blob repeats
	})
	if err != nil {
		return nil, fmt.Errorf("bucket: %w", err)
	}
	return &Bucket{client, name, prefix}, nil
}

// Put implements blob.Place. The server compares what arrives with an MD5.
func (b *Bucket) Put(ctx context.Context, name string, content []byte) error {
	if err := blob.CheckName(name); err != nil {
		return err
	}
	_, err := b.client.PutObject(ctx, b.name, b.prefix+name, bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{
		ContentType: "application/octet-stream", SendContentMd5: true, DisableMultipart: true,
	})
	return translated(err)
}

// Get implements blob.Place.
func (b *Bucket) Get(ctx context.Context, name string) ([]byte, error) {
	if err := blob.CheckName(name); err != nil {
		return nil, err
	}
	object, err := b.client.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, translated(err)
	}
	content, err := io.ReadAll(object)
	_ = object.Close() // it was read to its end
	if err != nil {
		return nil, translated(err)
	}
	return content, nil
}

// Delete implements blob.Place.
func (b *Bucket) Delete(ctx context.Context, name string) error {
	if err := blob.CheckName(name); err != nil {
		return err
	}
	return translated(b.client.RemoveObject(ctx, b.name, b.prefix+name, minio.RemoveObjectOptions{}))
}

// Walk implements blob.Place.
func (b *Bucket) Walk(ctx context.Context, visit func(blob.Object) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for object := range b.client.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix, Recursive: true}) {
		if object.Err != nil {
			return translated(object.Err)
		}
		name := strings.TrimPrefix(object.Key, b.prefix)
		if blob.CheckName(name) != nil {
			continue // somebody else's
		}
		if err := visit(blob.Object{Name: name, At: object.LastModified}); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// translated returns an error of the protocol in our words.
func translated(err error) error {
	switch {
	case err == nil:
		return nil
	case minio.ToErrorResponse(err).Code == minio.NoSuchKey:
		return blob.ErrMissing
	}
	return fmt.Errorf("bucket: %w", err)
}

// transport sends the library's requests through an outbound client.
type transport struct{ client *outbound.Client }

// RoundTrip implements http.RoundTripper.
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		_ = r.Body.Close() // the library's own buffer
	}
	answer, err := t.client.Do(r.Context(), outbound.Request{Method: r.Method, URL: r.URL.String(), Header: r.Header, Body: body})
	if err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: answer.Status, Status: http.StatusText(answer.Status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: answer.Header, Body: io.NopCloser(bytes.NewReader(answer.Body)), ContentLength: int64(len(answer.Body)), Request: r,
	}, nil
}
