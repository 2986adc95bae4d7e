package outside

import (
	"cmp"
	"fmt"
	"time"

	"krapao/connect/bucket"
	"krapao/connect/outbound"
	"krapao/internal/blob"
	"krapao/internal/config"
)

// fileTimeout is that of one call to a bucket: a call is repeated, and a member waits for all tries.
const fileTimeout = 5 * time.Second

// Files returns the places of uploaded files that the configuration names.
func Files(c config.Blobs, to PerSystem) (blob.Places, error) {
	places := blob.Places{All: map[string]blob.Place{}}
	if c.BlobDir != "" {
		places.All[blob.InFolder] = blob.Folder{Dir: c.BlobDir}
	}
	if c.BlobURL != "" {
		settings := to(blob.InS3)
		settings.Timeout = fileTimeout
		b, err := bucket.New(bucket.Config{
			URL: c.BlobURL, Region: c.BlobRegion, Key: c.BlobKey, Secret: c.BlobSecret, Outbound: settings,
		})
		if err != nil {
			return places, fmt.Errorf("KRAPAO_BLOB_URL: %w", err)
		}
		places.All[blob.InS3] = b
	}
	if store := cmp.Or(c.BlobStore, "database"); store != "database" {
		places.New = store // the places have the names of the setting
		if places.All[store] == nil {
			return places, fmt.Errorf("KRAPAO_BLOB_STORE is %s, and no setting says where that is", store)
		}
	}
	return places, nil
}

// Alone returns the settings of a client in a command, which nobody measures.
func Alone(string) outbound.Settings { return outbound.Settings{} }
