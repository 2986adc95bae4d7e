package keyring

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"

	"krapao/internal/secret"
	"krapao/internal/store"
)

// column is a column of sealed texts. Their tables belong to the areas. A rotation changes nothing else in them, and it only
// writes the same value there, sealed with another key.
type column struct {
	table, name string
	// key is the column that identifies the row; number is its second part, if it has one.
	key, number string
	// bound is the column's name that the text is bound to (secret.Row), if it is another; step is added to the number.
	bound string
	step  int64
	// large marks texts of megabytes.
	large bool
}

// columns lists all sealed columns. A test compares it with the code that seals.
var columns = []column{
	{table: "member", name: "bank_account_name", key: "id"},
	{table: "member", name: "bank_account_no", key: "id"},
	{table: "member", name: "password_sealed", key: "id"},
	{table: "game_account", name: "password", key: "id"},
	{table: "game_account", name: "next_password", key: "id", bound: "password"},
	{table: "withdrawal", name: "account_sealed", key: "reference"},
	{table: "inflow", name: "payer_sealed", key: "id"},
	{table: "feed_case", name: "raw_sealed", key: "id"},
	{table: "quarantine_row", name: "raw_sealed", key: "import", number: "number"},
	{table: "slip", name: "transfer_sealed", key: "id"},
	{table: "wallet_link", name: "code_sealed", key: "reference"},
	{table: "wheel_seed", name: "sealed", key: "member", number: "number"},
	{table: "wheel_seed", name: "next_sealed", key: "member", number: "number", bound: "sealed", step: 1},
	{table: "chat_conversation", name: "guest", key: "owner"},
	{table: "operator_secret", name: "password_sealed", key: "operator"},
	{table: "operator_secret", name: "totp_sealed", key: "operator"},
	{table: "signin_ticket", name: "body_sealed", key: "hash"},
	{table: "blob", name: "sealed", key: "id", large: true},
	{table: "blob", name: "key_sealed", key: "id"},
}

// position identifies a row.
type position struct {
	key    string
	number int64
}

func (c column) row(at position) secret.Row {
	row := secret.Row{Table: c.table, Column: c.name, ID: at.key}
	if c.bound != "" {
		row.Column = c.bound
	}
	if c.number != "" {
		row.ID += "/" + strconv.FormatInt(at.number+c.step, 10)
	}
	return row
}

// value is a sealed text, or the beginning of one.
type value struct {
	at     position
	sealed string
}

// second is the number's column, or a constant if there is none.
func (c column) second() string {
	if c.number == "" {
		return "0"
	}
	return c.number
}

// The texts of these queries come from the list above, and from nowhere else.

func (c column) after(ctx context.Context, s *store.Store, at position, most int) ([]value, error) {
	query := fmt.Sprintf("SELECT %[1]s, %[2]s, substr(%[3]s, 1, %[5]d) FROM %[4]s WHERE %[1]s > $1 ORDER BY %[1]s LIMIT $2",
		c.key, c.second(), c.name, c.table, secret.Sealed)
	args := []any{at.key, most}
	if c.number != "" {
		query = fmt.Sprintf("SELECT %[1]s, %[2]s, substr(%[3]s, 1, %[5]d) FROM %[4]s"+
			" WHERE (%[1]s, %[2]s) > ($1, $2) ORDER BY %[1]s, %[2]s LIMIT $3", c.key, c.number, c.name, c.table, secret.Sealed)
		args = []any{at.key, at.number, most}
	}
	return values(s.DB().QueryContext(ctx, query, args...))
}

// some returns a few of the column's texts, complete.
func (c column) some(ctx context.Context, s *store.Store) ([]value, error) {
	most := 20
	if c.large {
		most = 1
	}
	query := fmt.Sprintf("SELECT %s, %s, %s FROM %s WHERE %s <> '' LIMIT $1", c.key, c.second(), c.name, c.table, c.name)
	return values(s.DB().QueryContext(ctx, query, most))
}

func (c column) where() string {
	if c.number == "" {
		return fmt.Sprintf("%s = $1 AND $2 = 0", c.key)
	}
	return fmt.Sprintf("%s = $1 AND %s = $2", c.key, c.number)
}

// text returns one text, complete.
func (c column) text(ctx context.Context, s *store.Store, at position) (sealed string, err error) {
	query := fmt.Sprintf("SELECT %s FROM %s WHERE %s", c.name, c.table, c.where())
	err = s.DB().QueryRowContext(ctx, query, at.key, at.number).Scan(&sealed)
	return sealed, err
}

// replace writes a text in place of another. If that was changed meanwhile, nothing happens: the new text is sealed under the
// current key, or the next turn finds it.
func (c column) replace(ctx context.Context, tx *store.Tx, at position, former, sealed string) error {
	query := fmt.Sprintf("UPDATE %s SET %s = $3 WHERE %s AND %s = $4", c.table, c.name, c.where(), c.name)
	_, err := tx.ExecContext(ctx, query, at.key, at.number, sealed, former)
	return err
}

func values(rows *sql.Rows, err error) (list []value, _ error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var v value
		if err := rows.Scan(&v.at.key, &v.at.number, &v.sealed); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, rows.Err()
}
