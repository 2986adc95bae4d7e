// Package httpx is the frame of the HTTP side: what every call passes, whatever it is about. It knows no area and no call by
// name; package httpapi gives it the routes with their handlers.
//
// Promises:
//   - One definition per call: the Go types of its input and output make the checks, the handler and the OpenAPI document.
//   - Every refusal is {"message": CODE} with a status from one table. Nothing internal ever leaves the server.
//   - Input is read strictly: a field that the contract does not have is refused, never ignored.
//   - A call that moves money, coins or credentials takes effect once per Idempotency-Key, across restarts and nodes.
package httpx
