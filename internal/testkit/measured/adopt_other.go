//go:build !linux

package main

// adopt does nothing here: orphans are not counted.
func adopt() error { return nil }
