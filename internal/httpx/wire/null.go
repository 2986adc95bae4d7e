package wire

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// OrNull returns the schema of an object that may be null. Huma's own tag allows null for plain values only. A type of the
// contract calls it in its method Schema, with its fields as a type of their own:
//
//	type fields Terms
//	return wire.OrNull[fields](r)
func OrNull[Fields any](r huma.Registry) *huma.Schema {
	schema := huma.SchemaFromType(r, reflect.TypeFor[Fields]())
	schema.Nullable = true
	return schema
}

// Nullable is an object of the contract that may be null. Its zero value is null.
type Nullable[T any] struct{ value *T }

// NullableOf returns an object that is there.
func NullableOf[T any](value T) Nullable[T] { return Nullable[T]{&value} }

// MarshalJSON writes the object, or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(n.value)
	if err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	return text, nil
}

// Schema documents the object, or null.
func (Nullable[T]) Schema(r huma.Registry) *huma.Schema { return OrNull[T](r) }

// AllowNull adds null to the values of every enumeration that may be null. In JSON Schema the type alone does not allow it: a
// value has to meet both keywords.
func AllowNull(contract *huma.OpenAPI) {
	for _, schema := range contract.Components.Schemas.Map() {
		allowNullIn(schema)
	}
}

func allowNullIn(s *huma.Schema) {
	if s == nil {
		return
	}
	if s.Nullable && len(s.Enum) > 0 && !slices.Contains(s.Enum, nil) {
		s.Enum = append(s.Enum, nil)
	}
	allowNullIn(s.Items)
	for _, field := range s.Properties {
		allowNullIn(field)
	}
	for _, list := range [][]*huma.Schema{s.OneOf, s.AnyOf, s.AllOf} {
		for _, part := range list {
			allowNullIn(part)
		}
	}
}
