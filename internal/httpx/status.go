package httpx

import (
	"net/http"
	"strings"

	"krapao/fault"
)

// statuses is the table of API.md "Statuses", and of OPERATOR-API.md. INVALID_* and *_MINIMUM are 400 by their names. Every
// other code that is not here is 409: the state of things forbids the call.
var statuses = map[fault.Code]int{
	fault.KEY_MISSING:                   http.StatusBadRequest,
	fault.BANK_ACCOUNT_NAME_ENG:         http.StatusBadRequest,
	fault.PHONE_NUMBER_REQUIRE_10_DIGIT: http.StatusBadRequest,
	fault.WITHDRAW_MAXIMUM:              http.StatusBadRequest,
	fault.TRANSFER_SAME:                 http.StatusBadRequest,
	fault.SLIP_NO_FILE:                  http.StatusBadRequest,
	fault.OTP_CODE_INVALID:              http.StatusBadRequest,
	fault.OTP_TOKEN_INVALID:             http.StatusBadRequest,
	fault.WRONG_PASSWORD:                http.StatusBadRequest,
	fault.WEAK_PASSWORD:                 http.StatusBadRequest,
	fault.TRUELINK_INVALID:              http.StatusBadRequest,
	fault.QR_MAXIMUM:                    http.StatusBadRequest,
	fault.TRUELINK_SEVERAL:              http.StatusBadRequest,

	fault.UNAUTHORIZED:       http.StatusUnauthorized,
	fault.INVALID_TOKEN:      http.StatusUnauthorized,
	fault.EXPIRED_AUTH_TOKEN: http.StatusUnauthorized,
	fault.INVALID_USER_1:     http.StatusUnauthorized,
	fault.INVALID_USER_2:     http.StatusUnauthorized,
	fault.INVALID_USER_3:     http.StatusUnauthorized,
	fault.INVALID_USER_4:     http.StatusUnauthorized,
	fault.WRONG_CREDENTIAL:   http.StatusUnauthorized,
	fault.INACTIVE_USER:      http.StatusUnauthorized,

	fault.KEY_INVALID:      http.StatusForbidden,
	fault.INVALID_IP:       http.StatusForbidden,
	fault.UNVERIFIED_OTP:   http.StatusForbidden,
	fault.SELF_EXCLUDED:    http.StatusForbidden,
	fault.LIMIT_REACHED:    http.StatusForbidden,
	fault.CONFIRM_IDENTITY: http.StatusForbidden,

	fault.NO_GAME:         http.StatusNotFound,
	fault.SLOT_NO_ACCOUNT: http.StatusNotFound,
	fault.NO_USER:         http.StatusNotFound,
	fault.NOT_AREASLOT:    http.StatusNotFound,
	fault.NOT_UFABET:      http.StatusNotFound,
	fault.NO_PROMOTION:    http.StatusNotFound,
	fault.NO_DATA:         http.StatusNotFound,
	fault.INVALID_CODE:    http.StatusNotFound,
	fault.OTP_NOT_EXIST:   http.StatusNotFound,

	// Of the operator API (OPERATOR-API.md, section 1).
	fault.REASON_REQUIRED:    http.StatusBadRequest,
	fault.EVIDENCE_REQUIRED:  http.StatusBadRequest,
	fault.RANGE_TOO_LARGE:    http.StatusBadRequest,
	fault.CONTENT_INVALID:    http.StatusBadRequest,
	fault.IMPORT_INVALID:     http.StatusBadRequest,
	fault.SECOND_FACTOR:      http.StatusUnauthorized,
	fault.ROLE_FORBIDDEN:     http.StatusForbidden,
	fault.TOKEN_SCOPE:        http.StatusForbidden,
	fault.SELF_DECISION:      http.StatusForbidden,
	fault.SECOND_PERSON:      http.StatusForbidden,
	fault.OPERATOR_WAITS:     http.StatusForbidden,
	fault.INVITATION_INVALID: http.StatusNotFound,

	fault.GONE:               http.StatusGone,
	fault.FILE_TOO_LARGE:     http.StatusRequestEntityTooLarge,
	fault.SLIP_INVALID_FILE:  http.StatusUnsupportedMediaType,
	fault.FILE_NOT_SUPPORTED: http.StatusUnsupportedMediaType,

	fault.REQUEST_LIMIT:      http.StatusTooManyRequests,
	fault.REQUEST_LIMIT_1MIN: http.StatusTooManyRequests,
	fault.OTP_BLOCK:          http.StatusTooManyRequests,
	fault.OTP_BUSY:           http.StatusTooManyRequests,

	fault.INTERNAL_SERVER_ERROR: http.StatusInternalServerError,

	fault.TRANSFER_FAIL:            http.StatusBadGateway,
	fault.SLOT_ACTIVATE_FAIL:       http.StatusBadGateway,
	fault.SLOT_RESET_PASSWORD_FAIL: http.StatusBadGateway,
	fault.OTP_SEND_FAIL:            http.StatusBadGateway,

	fault.QR_FAIL:           http.StatusServiceUnavailable,
	fault.BEING_CHECKED:     http.StatusServiceUnavailable,
	fault.INVITE_BONUS_FAIL: http.StatusServiceUnavailable,

	fault.OK:                   http.StatusOK,
	fault.SUCCESS:              http.StatusOK,
	fault.OTP_CODE_VALID:       http.StatusOK,
	fault.BONUS_CLEAR:          http.StatusOK,
	fault.INVITE_BONUS_SUCCESS: http.StatusOK,
	fault.REFUND_SUCCESS:       http.StatusOK,
	fault.TRANSFER_PENDING:     http.StatusAccepted,
	fault.TRUELINK_PENDING:     http.StatusAccepted,
}

// statusOf is the status of a refusal. TRY_AGAIN depends on more than its name: it is 503 where a game could not be read (then
// it names the game), and 409 where a movement of the member is under way. A call that answers a code with another status
// than the table's says so (WithStatus).
func statusOf(f *fault.Error) int {
	if f.Code == fault.TRY_AGAIN {
		if _, unreadable := f.Params["game"]; unreadable {
			return http.StatusServiceUnavailable
		}
		return http.StatusConflict
	}
	return statusOfCode(f.Code)
}

func statusOfCode(code fault.Code) int {
	if status, ok := statuses[code]; ok {
		return status
	}
	if strings.HasPrefix(string(code), "INVALID_") || strings.HasSuffix(string(code), "_MINIMUM") {
		return http.StatusBadRequest
	}
	return http.StatusConflict
}
