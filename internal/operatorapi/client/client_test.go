package client

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"krapao/fault"
)

// TestEveryCodeHasWords that an operator can act on.
func TestEveryCodeHasWords(t *testing.T) {
	t.Parallel()
	for _, code := range fault.Operators() {
		if words[code] == "" {
			t.Errorf("%s has no words", code)
		}
	}
}

// TestALostAnswerIsAskedForAgain where the call has a key: under it nothing happens twice. Another call is not sent again.
func TestALostAnswerIsAskedForAgain(t *testing.T) {
	t.Parallel()
	asked := map[string]int{}
	house := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		if asked[key]++; asked[key] == 1 {
			panic(http.ErrAbortHandler) // the answer is lost
		}
		_, _ = w.Write([]byte(`{"says":"done"}`))
	}))
	t.Cleanup(house.Close)
	c, err := At(house.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := c.Call(t.Context(), Request{Method: http.MethodPost, Path: "/api/x", Key: "one"})
	if err != nil || string(answer) != `{"says":"done"}` || asked["one"] != 2 {
		t.Errorf("%s, %v, asked %v", answer, err, asked)
	}
	_, err = c.Call(t.Context(), Request{Method: http.MethodPost, Path: "/api/x"})
	if !errors.Is(err, ErrUnreached) || asked[""] != 1 {
		t.Errorf("without a key: %v, asked %v", err, asked)
	}
}

// TestSecretsAreSentUnderTLS, or to this machine.
func TestSecretsAreSentUnderTLS(t *testing.T) {
	t.Parallel()
	for address, fine := range map[string]bool{
		"https://console.example": true, "http://localhost:8081": true, "http://127.0.0.1:8081/": true,
		"http://console.example": false, "console.example": false, "": false,
	} {
		if _, err := At(address, nil); (err == nil) != fine {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// TestARefusalSaysWhatItMeans by its code, with what the server says; and a server that is none is named by its status.
func TestARefusalSaysWhatItMeans(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"message":"CLAIMED","detail":"operator: lek has it"}`:       "somebody else has claimed this: lek has it (CLAIMED)",
		`{"message":"REQUEST_LIMIT","params":{"seconds":9}}`:          "too many attempts: wait 9 seconds (REQUEST_LIMIT)",
		`{"message":"SOME_NEW_CODE","detail":"something else is so"}`: "something else is so (SOME_NEW_CODE)",
		`<html>`: "Bad Gateway (502)",
	} {
		if err := refusal(http.StatusBadGateway, []byte(text)); err.Error() != want || !strings.Contains(want, "(") {
			t.Errorf("%s: %q, want %q", text, err, want)
		}
	}
}
