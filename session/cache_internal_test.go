package session

import (
	"testing"
	"time"
)

// TestASlideIsOnesOwn: the session is read anew, and what was being read of another meanwhile is remembered. What ends is not.
func TestASlideIsOnesOwn(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	c, mine, other := newCache(), &known{id: "1", subject: "A"}, &known{id: "2", subject: "B"}
	_, began := c.get("mine", now)
	c.put("mine", mine, now, began)
	c.drop("mine")
	c.put("other", other, now, began)
	if found, _ := c.get("mine", now); found != nil {
		t.Error("it is remembered as it was before it slid")
	}
	if found, _ := c.get("other", now); found != other {
		t.Error("the other's reading was in vain")
	}
	c.forget(Ended{Subject: "C"})
	c.put("other", mine, now, began)
	if found, _ := c.get("other", now); found != other {
		t.Error("a reading from before an end was remembered after it")
	}
}
