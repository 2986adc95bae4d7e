package config

// BlobSecret is the secret of the account at the bucket for uploaded files.
const BlobSecret = "KRAPAO_BLOB_SECRET"

// Blobs says where uploaded files are kept: pictures of slips, pictures and films of the chat (internal/blob). A place that is
// configured is read, whether new files go there or not.
type Blobs struct {
	BlobStore  string `env:"KRAPAO_BLOB_STORE" default:"database" enum:"database,folder,s3" placeholder:"PLACE" help:"Where new uploaded files go: database, folder or s3."`
	BlobDir    string `env:"KRAPAO_BLOB_DIR" placeholder:"DIR" help:"The folder of uploaded files, which all nodes share."`
	BlobURL    string `name:"blob-url" env:"KRAPAO_BLOB_URL" placeholder:"URL" help:"The bucket of uploaded files, of S3's protocol: https://HOST/BUCKET, or https://HOST/BUCKET/PREFIX."`
	BlobRegion string `env:"KRAPAO_BLOB_REGION" default:"us-east-1" placeholder:"REGION" help:"The bucket's region."`
	BlobKey    string `env:"KRAPAO_BLOB_KEY" placeholder:"ID" help:"The access key of the bucket's account; KRAPAO_BLOB_SECRET is its secret."`
	BlobSecret string `kong:"-" secret:"KRAPAO_BLOB_SECRET" doc:"The secret of the account at the bucket of uploaded files"`
}

// AfterApply implements kong's hook: a secret is no flag.
func (b *Blobs) AfterApply() (err error) {
	b.BlobSecret, err = Secret(BlobSecret)
	return err
}

// unsafe lists what is wrong with the settings.
func (b Blobs) unsafe(published func(secret string) bool) (wrong []string) {
	if b.BlobStore == "folder" && b.BlobDir == "" {
		wrong = append(wrong, "KRAPAO_BLOB_DIR is missing: the folder of uploaded files")
	}
	if b.BlobURL == "" {
		if b.BlobStore == "s3" {
			wrong = append(wrong, "KRAPAO_BLOB_URL is missing: the bucket of uploaded files")
		}
		return wrong
	}
	if why := unsafeAddress(b.BlobURL); why != "" {
		wrong = append(wrong, "KRAPAO_BLOB_URL: "+why)
	}
	if b.BlobKey == "" {
		wrong = append(wrong, "KRAPAO_BLOB_KEY is missing")
	}
	switch {
	case b.BlobSecret == "":
		wrong = append(wrong, BlobSecret+" is missing")
	case published(b.BlobSecret):
		wrong = append(wrong, BlobSecret+" is a default secret, known to everybody")
	}
	return wrong
}
