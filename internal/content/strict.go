package content

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Strict decodes a section. An unknown field is an error, so that a typing error never becomes a default.
func Strict(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more after the end")
	}
	return nil
}

// checkNames refuses a repeated name in an object, at any depth: encoding/json would take the last one.
func checkNames(raw []byte) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return checkValue(d)
}

func checkValue(d *json.Decoder) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('['):
		for d.More() {
			if err := checkValue(d); err != nil {
				return err
			}
		}
		_, err = d.Token()
	case json.Delim('{'):
		err = checkObject(d)
	}
	return err
}

func checkObject(d *json.Decoder) error {
	seen := map[json.Token]bool{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		if seen[name] {
			return wrong(Repeated, "the name %q is repeated in one object", name)
		}
		seen[name] = true
		if err := checkValue(d); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}
