// Package chat holds conversations between the house and its members or guests: what was said, who answers, the rules
// that answer first, the pictures and films that are sent.
//
// Promises (API.md, Chat; docs/architecture/0010-chat.md):
//   - A message that was acknowledged is on disk with what the rules answered to it, in one commit; the same clientId is
//     one message for ever, however often it is sent and on which node.
//   - A conversation's messages are counted without gaps, and their times rise in that order.
//   - A member's conversation is for its token, a guest's for whoever knows its UUID; the UUID is sealed at rest and
//     stands in no hint and no log.
//   - A node that hears a hint reads the messages from the store: hints carry none.
//   - After 90 days a message is gone, and what was uploaded for it; what was uploaded and never sent after an hour.
package chat
