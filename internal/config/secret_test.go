package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"krapao/internal/config"
)

// TestTheAddressesOfTheDatabase come from the environment, or from files that it names.
func TestTheAddressesOfTheDatabase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "standby")
	if err := os.WriteFile(file, []byte("postgres://db2/krapao\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(config.DatabaseURL, "postgres://db1/krapao")
	t.Setenv(config.DatabaseStandby+"_FILE", file)
	var d config.Database
	if err := d.AfterApply(); err != nil || d.DatabaseURL != "postgres://db1/krapao" || d.Standby != "postgres://db2/krapao" {
		t.Errorf("%+v, %v", d, err)
	}
}
