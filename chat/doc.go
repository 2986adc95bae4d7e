// Package chat holds conversations between the house and its members or guests: the messages, who answers, the rules that answer
// first, and the pictures and films that are sent.
//
// Promises (API.md, Chat; docs/architecture/0010-chat.md):
//   - A message that was acknowledged is on disk, together with the rules' answer to it, in one commit. The same clientId is one
//     message for ever, however often and to whichever node it is sent.
//   - A conversation's messages are numbered without gaps, and their times rise in that order.
//   - A member's conversation is readable with its token, a guest's by whoever knows its UUID. The UUID is sealed at rest and
//     appears in no hint and no log.
//   - A node that receives a hint reads the messages from the store: hints carry none.
//   - After 90 days a message is deleted, with its uploads. An upload that was never sent is deleted after an hour.
package chat
