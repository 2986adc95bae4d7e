package bucket

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
)

// signed reports whether a request has the account's signature, version 4
// (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
func signed(r *http.Request, known Credentials) bool {
	const scheme = "AWS4-HMAC-SHA256"
	fields := map[string]string{}
	rest, ok := strings.CutPrefix(r.Header.Get("Authorization"), scheme+" ")
	for field := range strings.SplitSeq(rest, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(field), "=")
		fields[name] = value
	}
	account, scope, _ := strings.Cut(fields["Credential"], "/") // the scope is DATE/REGION/SERVICE/aws4_request
	if !ok || account != known.Key {
		return false
	}
	sum := sha256.Sum256([]byte(canonical(r, fields["SignedHeaders"])))
	text := strings.Join([]string{scheme, r.Header.Get("X-Amz-Date"), scope, hex.EncodeToString(sum[:])}, "\n")
	key := []byte("AWS4" + known.Secret)
	for part := range strings.SplitSeq(scope, "/") {
		key = mac(key, part)
	}
	return hmac.Equal([]byte(hex.EncodeToString(mac(key, text))), []byte(fields["Signature"]))
}

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}

// canonical is the form of a request that is signed. Its body is in it by the hash that a header says.
func canonical(r *http.Request, names string) string {
	var headers strings.Builder
	for name := range strings.SplitSeq(names, ";") {
		value := strings.Join(r.Header.Values(name), ",")
		if name == "host" {
			value = r.Host
		}
		headers.WriteString(name + ":" + strings.TrimSpace(value) + "\n")
	}
	query := strings.Split(strings.ReplaceAll(r.URL.Query().Encode(), "+", "%20"), "&")
	slices.Sort(query)
	return strings.Join([]string{
		r.Method, r.URL.EscapedPath(), strings.Join(query, "&"), headers.String(), names, r.Header.Get("X-Amz-Content-Sha256"),
	}, "\n")
}
