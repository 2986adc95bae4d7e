//go:build !linux

package main

// adopt has no meaning here: what lost its parent is not counted.
func adopt() error { return nil }
