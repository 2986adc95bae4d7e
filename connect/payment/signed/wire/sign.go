package wire

import (
	"bytes"
	"crypto/hmac"
	"crypto/md5" //nolint:gosec // G501: what such gateways use; the secret is the last thing that is hashed
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"krapao/connect/outbound"
)

// Scheme is how a message is signed.
type Scheme string

// The schemes.
const (
	// BodyHMAC: the header X-Signature is the hex HMAC-SHA256 of X-Timestamp + "." + the body as it is on the wire.
	BodyHMAC Scheme = "body-hmac-sha256"
	// SortedMD5: the field sign is the hex MD5 of all other non-empty fields, as k=v joined by & in byte order of their
	// names, followed by "&key=" and the secret. The field timestamp is one of them.
	SortedMD5 Scheme = "sorted-md5"
	// SortedHMAC: the same text without the key, as the hex HMAC-SHA256 under the secret.
	SortedHMAC Scheme = "sorted-hmac-sha256"
)

// Valid reports whether a scheme is one of these.
func (s Scheme) Valid() bool { return s == BodyHMAC || s == SortedMD5 || s == SortedHMAC }

// Headers of BodyHMAC, and fields of the sorted schemes. A timestamp is unix seconds.
const (
	HeaderTimestamp = "X-Timestamp"
	HeaderSignature = "X-Signature"
	fieldTimestamp  = "timestamp"
	fieldSign       = "sign"
)

// DefaultWindow is how far a message's time may be off by default.
const DefaultWindow = 5 * time.Minute

// ErrSignature is returned for a message whose signature is missing or wrong, or whose time is too far off.
var ErrSignature = errors.New("the signature is missing or wrong, or the time is too far off")

// Signer signs messages to the other side and checks those from it.
type Signer struct {
	Scheme Scheme
	Secret string
	// Window is how far a message's time may be off; zero is DefaultWindow.
	Window time.Duration
}

// Header gives header fields by name; an http.Header is one.
type Header interface{ Get(name string) string }

// Seal encodes and signs a message, with the time at. It returns the body, and headers where the scheme has any.
func (s Signer) Seal(message any, at time.Time) (body []byte, header map[string]string, err error) {
	if body, err = json.Marshal(message); err != nil {
		return nil, nil, fmt.Errorf("sign: %w", err)
	}
	timestamp := strconv.FormatInt(at.Unix(), 10)
	switch s.Scheme {
	case BodyHMAC:
		return body, map[string]string{HeaderTimestamp: timestamp, HeaderSignature: s.overBody(timestamp, body)}, nil
	case SortedMD5, SortedHMAC:
		fields := map[string]json.RawMessage{}
		if err := json.Unmarshal(body, &fields); err != nil {
			return nil, nil, fmt.Errorf("sign: %w", err)
		}
		fields[fieldTimestamp] = json.RawMessage(timestamp)
		signature, err := s.overFields(fields)
		if err != nil {
			return nil, nil, err
		}
		fields[fieldSign] = json.RawMessage(strconv.Quote(signature))
		if body, err = json.Marshal(fields); err != nil {
			return nil, nil, fmt.Errorf("sign: %w", err)
		}
		return body, nil, nil
	}
	return nil, nil, fmt.Errorf("sign: unknown scheme %q", s.Scheme)
}

// Open verifies and decodes a message. It returns ErrSignature unless the signature is right and the time within the
// window of now.
func (s Signer) Open(header Header, body []byte, now time.Time, into any) error {
	timestamp, given, want, err := s.proof(header, body)
	if err != nil {
		return err
	}
	// The signature is checked first, so that an unsigned message learns nothing about our clock.
	if given == "" || !hmac.Equal([]byte(strings.ToLower(given)), []byte(want)) {
		return ErrSignature
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > s.window() {
		return ErrSignature
	}
	if err := outbound.Decode(body, into); err != nil {
		return fmt.Errorf("%w: %w", ErrSignature, err)
	}
	return nil
}

func (s Signer) window() time.Duration {
	if s.Window <= 0 {
		return DefaultWindow
	}
	return s.Window
}

// proof returns a message's time, the signature that it carries, and the signature that it should carry.
func (s Signer) proof(header Header, body []byte) (timestamp, given, want string, err error) {
	switch s.Scheme {
	case BodyHMAC:
		timestamp = header.Get(HeaderTimestamp)
		return timestamp, header.Get(HeaderSignature), s.overBody(timestamp, body), nil
	case SortedMD5, SortedHMAC:
		fields := map[string]json.RawMessage{}
		if err := json.Unmarshal(body, &fields); err != nil {
			return "", "", "", fmt.Errorf("%w: no fields", ErrSignature)
		}
		if given, err = text(fields[fieldSign]); err != nil {
			return "", "", "", ErrSignature
		}
		if timestamp, err = text(fields[fieldTimestamp]); err != nil {
			return "", "", "", ErrSignature
		}
		want, err = s.overFields(fields)
		return timestamp, given, want, err
	}
	return "", "", "", ErrSignature
}

func (s Signer) overBody(timestamp string, body []byte) string {
	return HMAC(s.Secret, append([]byte(timestamp+"."), body...))
}

func (s Signer) overFields(fields map[string]json.RawMessage) (string, error) {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if name == fieldSign {
			continue
		}
		value, err := text(fields[name])
		if err != nil {
			return "", ErrSignature
		}
		if value != "" {
			parts = append(parts, name+"="+value)
		}
	}
	joined := strings.Join(parts, "&")
	if s.Scheme == SortedHMAC {
		return HMAC(s.Secret, []byte(joined)), nil
	}
	return MD5(joined + "&key=" + s.Secret), nil
}

// text returns a field in its signed form: a text without quotes, a number as written, a list or an object as compact
// JSON.
func text(raw json.RawMessage) (string, error) {
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return "", nil
	case raw[0] == '"':
		var value string
		err := json.Unmarshal(raw, &value)
		return value, err
	}
	var compact bytes.Buffer
	err := json.Compact(&compact, raw)
	return compact.String(), err
}

// HMAC returns the lower-case hex HMAC-SHA256 of a message.
func HMAC(secret string, message []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(message)
	return hex.EncodeToString(mac.Sum(nil))
}

// MD5 returns the lower-case hex MD5 of a text.
func MD5(text string) string {
	sum := md5.Sum([]byte(text)) //nolint:gosec // G401: as above
	return hex.EncodeToString(sum[:])
}
