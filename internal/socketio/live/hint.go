package live

import "time"

// hint sends a member's sockets the hint that its money and statement changed. It does so at once. All further hints within the
// Gap become one, at its end.
func (l *Live) hint(member string) {
	if !l.members.Has(member) {
		return
	}
	l.mu.Lock()
	_, soon := l.pace[member]
	l.pace[member] = soon
	l.mu.Unlock()
	if !soon {
		l.send(member)
	}
}

func (l *Live) send(member string) {
	for _, event := range []string{eventWallet, eventStatement} {
		_ = l.server.Hint(hints(member), event, changed) // a constant always has a JSON form
	}
	time.AfterFunc(l.settings.Gap, func() { l.gapOver(member) })
}

func (l *Live) gapOver(member string) {
	l.mu.Lock()
	again := l.pace[member]
	if again {
		l.pace[member] = false
	} else {
		delete(l.pace, member)
	}
	l.mu.Unlock()
	if again {
		l.send(member)
	}
}
