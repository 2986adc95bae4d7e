package live

import "time"

// hint tells a member's sockets that its money and statement changed: at once, and during the Gap after it at most once
// more, at its end.
func (l *Live) hint(member string) {
	l.mu.Lock()
	if len(l.members[member]) == 0 {
		l.mu.Unlock()
		return
	}
	_, soon := l.pace[member]
	l.pace[member] = soon
	l.mu.Unlock()
	if !soon {
		l.tell(member)
	}
}

func (l *Live) tell(member string) {
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
		l.tell(member)
	}
}
