// Package httpapi is the product's face on the wire: every call of API.md, and nothing decided here that is a rule of money.
//
// Promises:
//   - One definition per call: the Go types of its input and output make the checks, the handler and the OpenAPI document.
//   - Every refusal is {"message": CODE} with a status from one table; nothing internal ever leaves the server.
//   - Input is read strictly: what is not in the contract is refused, never ignored.
//   - A call that moves money, coins or credentials takes effect once per Idempotency-Key, across restarts and nodes.
package httpapi
