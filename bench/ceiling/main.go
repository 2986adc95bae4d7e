// Command ceiling prints how fast each flow can be on PostgreSQL at most, by the time of a round trip and of a flush. It computes
// that from the counts that tests hold, so it needs no machine. docs/architecture/0023-where-one-primary-ends.md has what it
// prints, and a test compares them.
//
//	go run ./bench/ceiling
package main

import (
	"fmt"
	"log"
)

func main() {
	flows, err := read(".")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(tables(flows))
}
