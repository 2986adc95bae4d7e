// Package cached has the answers that a client asks for again and again.
//
// Promises:
//   - An answer that is kept encoded (Cache) is given only where the caller has found that it still holds.
//   - A client that has an answer already is told so by 304, without its body (Tagged).
//   - A large answer is compressed (Compressed).
package cached
