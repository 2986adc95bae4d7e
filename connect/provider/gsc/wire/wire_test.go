package wire_test

import (
	"encoding/json"
	"maps"
	"net/url"
	"testing"
	"time"

	"krapao/connect/provider/gsc/wire"
)

func fields(more ...string) url.Values {
	all := url.Values{
		wire.FieldOperator: {"op"}, wire.FieldProduct: {"XX"}, wire.FieldUsername: {"abc123"}, wire.FieldPassword: {"Pass123"},
	}
	for i := 0; i < len(more); i += 2 {
		all.Set(more[i], more[i+1])
	}
	return all
}

// The vectors were made with the secret "secret" by the formulas of the published document.
func TestSignVectors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path   string
		fields url.Values
		want   string
	}{
		{wire.PathCreate, fields(), "970325E0A4786D5CB862B73B235F25FB"},
		{wire.PathBalance, fields(), "319B8878C8A0BCE7583F411D77BF51B2"},
		{
			wire.PathTransfer,
			fields(wire.FieldReference, "T0001", wire.FieldType, wire.TypeIn, wire.FieldAmount, "100.00"),
			"821ADA5741851085114A30913A09E5FE",
		},
		{wire.PathLaunch, fields(wire.FieldType, "SL"), "AFB2D54B33D6D7076EE0A21E1439BE64"},
		{wire.PathPassword, fields(wire.FieldOldPassword, "Old12345"), "9D2F1F196E03DCB30546F6C35B54CF0E"},
		{wire.PathCheck, fields(wire.FieldReference, "T0001"), "94EC5F43BFE0ABECEA89E7771268AD59"},
		{wire.PathBets, fields(wire.FieldVersion, "0"), "94EC5F43BFE0ABECEA89E7771268AD59"},
		{wire.PathMark, fields(), "94EC5F43BFE0ABECEA89E7771268AD59"},
	} {
		if got := wire.Sign("secret", c.path, c.fields); got != c.want {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
		c.fields.Set(wire.FieldSignature, c.want)
		if !wire.Verify("secret", c.path, c.fields) {
			t.Errorf("%s: the right signature was rejected", c.path)
		}
	}
}

func TestVerifyRefuses(t *testing.T) {
	t.Parallel()
	right := fields(wire.FieldReference, "T0001", wire.FieldType, wire.TypeIn, wire.FieldAmount, "100.00")
	right.Set(wire.FieldSignature, wire.Sign("secret", wire.PathTransfer, right))
	for name, value := range map[string]string{
		wire.FieldAmount: "100.01", wire.FieldReference: "T0002", wire.FieldType: wire.TypeOut, wire.FieldUsername: "abc124",
		wire.FieldSignature: "821ada5741851085114a30913a09e5fe",
	} {
		wrong := maps.Clone(right)
		wrong.Set(name, value)
		if wire.Verify("secret", wire.PathTransfer, wrong) {
			t.Errorf("another %s was accepted", name)
		}
	}
	if wire.Verify("other", wire.PathTransfer, right) {
		t.Error("another secret was accepted")
	}
}

// Some answers come as JSON inside a text, and codes as numbers.
func TestBothForms(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		`{"errCode":"0","result":[{"id":7,"site":"XX","status":1,"bet":2.5}]}`,
		`{"errCode":0,"result":"[{\"id\":\"7\",\"site\":\"XX\",\"status\":\"1\",\"bet\":2.5}]"}`,
	} {
		var reply wire.BetsReply
		if err := json.Unmarshal([]byte(raw), &reply); err != nil || reply.Code != wire.CodeOK || reply.Result == nil {
			t.Errorf("%s: %+v, %v", raw, reply, err)
			continue
		}
		if b := reply.Result.Value; len(b) != 1 || b[0].ID != "7" || b[0].Status != wire.BetValid || b[0].Bet.Bet != "2.5" {
			t.Errorf("%s: %+v", raw, b)
		}
	}
	var none wire.BetsReply
	if err := json.Unmarshal([]byte(`{"errCode":"0","result":""}`), &none); err != nil || len(none.Result.Value) != 0 {
		t.Errorf("nothing: %+v, %v", none, err)
	}
}

func TestTimes(t *testing.T) {
	t.Parallel()
	want := time.Date(2021, 4, 1, 5, 14, 23, 630_000_000, time.UTC)
	for _, text := range []string{"2021-04-01T05:14:23.63", "2021-04-01 05:14:23.63", "2021-04-01T05:14:23.63Z"} {
		if got, err := wire.ParseTime(text); err != nil || !got.Equal(want) {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
	if _, err := wire.ParseTime("yesterday"); err == nil {
		t.Error("a word is a time")
	}
}
