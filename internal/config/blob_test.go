package config

import (
	"slices"
	"testing"
)

func TestUnsafePlacesOfFiles(t *testing.T) {
	t.Parallel()
	published := func(secret string) bool { return secret == "sandbox" }
	for _, c := range []struct {
		set  Blobs
		want []string
	}{
		{Blobs{BlobStore: "database"}, nil},
		{Blobs{BlobStore: "folder", BlobDir: "files"}, nil},
		{Blobs{BlobStore: "s3", BlobURL: "https://s3.example.com/b", BlobKey: "k", BlobSecret: "s"}, nil},
		{Blobs{BlobStore: "folder"}, []string{"KRAPAO_BLOB_DIR is missing: the folder of uploaded files"}},
		{Blobs{BlobStore: "s3"}, []string{"KRAPAO_BLOB_URL is missing: the bucket of uploaded files"}},
		{Blobs{BlobURL: "http://s3.example.com/b"}, []string{
			"KRAPAO_BLOB_URL: its address is without TLS", "KRAPAO_BLOB_KEY is missing", "KRAPAO_BLOB_SECRET is missing",
		}},
		{Blobs{BlobURL: "https://s3.example.com/b", BlobKey: "k", BlobSecret: "sandbox"}, []string{
			"KRAPAO_BLOB_SECRET is a default secret, known to everybody",
		}},
	} {
		if got := c.set.unsafe(published); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q", c.set, got)
		}
	}
}
