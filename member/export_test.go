package member

// RecipientFrom is recipientFrom.
var RecipientFrom = recipientFrom
