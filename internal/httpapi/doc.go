// Package httpapi is the member API: every call of API.md, one file per area with its types, its routes and its handlers. The
// rules of money are in the areas, and what all calls share is in package httpx.
package httpapi
