package reference

import (
	"context"
	"net/url"

	"github.com/jackc/pgx/v5"

	"krapao/internal/testkit/pgtest"
)

// Settings are those of a small production server. The durable ones stay at their defaults (on).
var Settings = []string{
	"shared_buffers=2GB", "max_wal_size=8GB", "checkpoint_timeout=15min", "checkpoint_completion_target=0.9",
	"max_connections=600",
}

// CreateDatabase makes a database on the server and returns its address.
func CreateDatabase(ctx context.Context, server *pgtest.Server, name string) (string, error) {
	conn, err := pgx.Connect(ctx, server.URL)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+name); err != nil {
		return "", err
	}
	return Database(server, name)
}

// Database is the address of a database of the server.
func Database(server *pgtest.Server, name string) (string, error) {
	u, err := url.Parse(server.URL)
	if err != nil {
		return "", err
	}
	u.Path = "/" + name
	return u.String(), nil
}
