package client

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"krapao/fault"
)

// RefusedError is a call that was refused, so that nothing has happened.
type RefusedError struct {
	Status int
	Code   fault.Code
	// Detail is the server's own words, in English.
	Detail string
	Params map[string]any
}

func refusal(status int, text []byte) error {
	var envelope struct {
		Message fault.Code     `json:"message"`
		Detail  string         `json:"detail"`
		Params  map[string]any `json:"params"`
	}
	if json.Unmarshal(text, &envelope) != nil || envelope.Message == "" {
		return RefusedError{Status: status, Detail: http.StatusText(status)}
	}
	return RefusedError{status, envelope.Message, strings.TrimPrefix(envelope.Detail, "operator: "), envelope.Params}
}

// Param is a text among the parameters, or "".
func (r RefusedError) Param(name string) string {
	text, _ := r.Params[name].(string)
	return text
}

// Error is what the code means, with what the server says besides.
func (r RefusedError) Error() string {
	says := words[r.Code]
	switch seconds, has := r.Params["seconds"]; {
	case has:
		says += fmt.Sprintf(": wait %v seconds", seconds)
	case r.Detail != "" && says != "":
		says += ": " + r.Detail
	case r.Detail != "":
		says = r.Detail
	}
	if r.Code == "" {
		return fmt.Sprintf("%s (%d)", says, r.Status)
	}
	return strings.TrimSpace(fmt.Sprintf("%s (%s)", says, r.Code))
}

// words are what codes mean to an operator at its shell.
var words = map[fault.Code]string{
	fault.UNAUTHORIZED:            "nobody is signed in: krapao operator login NAME",
	fault.EXPIRED_AUTH_TOKEN:      "your session has ended: krapao operator login NAME",
	fault.INVALID_TOKEN:           "your session has ended: krapao operator login NAME",
	fault.INVALID_USER_1:          "your session has ended: krapao operator login NAME",
	fault.INVALID_USER_2:          "your session has ended: krapao operator login NAME",
	fault.INVALID_USER_3:          "your session has ended: krapao operator login NAME",
	fault.INVALID_USER_4:          "this is no session of an operator: krapao operator login NAME",
	fault.WRONG_CREDENTIAL:        "name, password or code is wrong",
	fault.INACTIVE_USER:           "this name has been disabled",
	fault.REQUEST_LIMIT:           "too many attempts",
	fault.INTERNAL_SERVER_ERROR:   "the server failed; try again",
	fault.KEY_MISSING:             "this program is older than the house's; get its version",
	fault.KEY_INVALID:             "this program is older than the house's; get its version",
	fault.NO_DATA:                 "there is no such thing",
	fault.NO_USER:                 "there is no such member",
	fault.WEAK_PASSWORD:           "this password is too easy to guess",
	fault.INVALID_INPUT:           "this is not valid",
	fault.INVALID_AMOUNT:          "this amount is not valid",
	fault.TRY_AGAIN:               "something else works on the same; try again",
	fault.FILE_NOT_SUPPORTED:      "files of this kind are not supported",
	fault.INVITATION_INVALID:      "this invitation is not valid: it is unknown, used or over, or does not count yet",
	fault.CONFIRM_IDENTITY:        "this has to be confirmed",
	fault.ROLE_FORBIDDEN:          "your role may not do this",
	fault.TOKEN_SCOPE:             "this token has no scope for this part",
	fault.OPERATOR_WAITS:          "you can't begin yet",
	fault.SELF_DECISION:           "this is about your own account, or one close to you: somebody else must decide",
	fault.SECOND_PERSON:           "you proposed it yourself: it takes a second person",
	fault.REASON_REQUIRED:         "give a reason",
	fault.EVIDENCE_REQUIRED:       "this needs --evidence",
	fault.STATE_CHANGED:           "things are not as they were, and nothing has happened",
	fault.CLAIMED:                 "somebody else has claimed this",
	fault.PROPOSAL_OPEN:           "the same is proposed already",
	fault.PROPOSAL_CHANGED:        "things changed after this was proposed; it has ended, and nothing has happened",
	fault.PROPOSAL_ENDED:          "it is not open any more",
	fault.CONTENT_INVALID:         "something is wrong with the content, so nothing has changed",
	fault.IMPORT_INVALID:          "the list can't be read, and nothing of it was taken",
	fault.QUARANTINE_OPEN:         "lists of this system do not cover all of the time, or cases of it are open",
	fault.CONTENT_CHANGED:         "this part of the content has changed meanwhile",
	fault.RETENTION_KEEPS:         "the member's data is needed still",
	fault.RANGE_TOO_LARGE:         "the span is too long",
	fault.IDEMPOTENCY_IN_PROGRESS: "the same command is being carried out",
	fault.IDEMPOTENCY_MISMATCH:    "another command had this --key",
	fault.FILE_TOO_LARGE:          "this file is too large",
	fault.UPLOAD_FULL:             "too many files are being sent; try again",
	fault.SECOND_FACTOR:           "a code of the telephone is needed, too",
	fault.SECRET_REQUIRED:         "this is your last way in",
}
