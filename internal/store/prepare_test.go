package store_test

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// TestEveryQueryPreparesOnBothEngines: sqlc does not check that a column exists; the engines do, when they prepare.
func TestEveryQueryPreparesOnBothEngines(t *testing.T) {
	t.Parallel()
	queries := generatedQueries(t, "../..")
	if len(queries) < 500 {
		t.Fatalf("only %d queries found", len(queries))
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for name, text := range queries {
			if err := prepare(t.Context(), s.DB(), text); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func prepare(ctx context.Context, db store.DB, query string) (err error) {
	prepared, err := db.PrepareContext(ctx, query)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, prepared.Close()) }()
	return nil
}

// generatedQueries reads the text of each query that sqlc wrote, by its file and name.
func generatedQueries(t *testing.T, root string) map[string]string {
	t.Helper()
	queries := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "web" || d.Name() == ".git"):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".sql.go"):
			return readQueries(path, queries)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return queries
}

func readQueries(path string, queries map[string]string) error {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		constants, ok := d.(*ast.GenDecl)
		if !ok || constants.Tok != token.CONST {
			continue
		}
		for _, spec := range constants.Specs {
			constant := spec.(*ast.ValueSpec)
			text, err := strconv.Unquote(constant.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				return err
			}
			queries[path+" "+constant.Names[0].Name] = text
		}
	}
	return nil
}
