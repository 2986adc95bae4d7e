// Package api embeds the published contract of the member API.
package api

import _ "embed"

// Contract is the OpenAPI 3.1 document, generated from the Go types (make generate).
//
//go:embed openapi.json
var Contract []byte
