package httpapi

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// allowNull adds null to the values of every enumeration that may be null. In JSON Schema the type alone does not: a value
// has to meet both keywords.
func allowNull(contract *huma.OpenAPI) {
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
