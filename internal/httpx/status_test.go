package httpx

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/money"
)

// TestEveryCodeHasTheContractsStatus compares with the tables of API.md and OPERATOR-API.md: from the status to its codes.
func TestEveryCodeHasTheContractsStatus(t *testing.T) {
	t.Parallel()
	table := map[int]string{
		200: "OK SUCCESS OTP_CODE_VALID BONUS_CLEAR INVITE_BONUS_SUCCESS REFUND_SUCCESS",
		202: "TRANSFER_PENDING TRUELINK_PENDING",
		400: `INVALID_INPUT INVALID_AMOUNT INVALID_USER_INFO INVALID_BANK INVALID_PRIZE_CODE INVALID_COUPON_TYPE INVALID_SLIP
			KEY_MISSING BANK_ACCOUNT_NAME_ENG PHONE_NUMBER_REQUIRE_10_DIGIT TRANSFER_MINIMUM WITHDRAW_MINIMUM QR_MINIMUM REFUND_MINIMUM
			WITHDRAW_MAXIMUM TRANSFER_SAME SLIP_NO_FILE OTP_CODE_INVALID OTP_TOKEN_INVALID WRONG_PASSWORD WEAK_PASSWORD TRUELINK_INVALID
			TRUELINK_SEVERAL QR_MAXIMUM REASON_REQUIRED EVIDENCE_REQUIRED RANGE_TOO_LARGE
			CONTENT_INVALID IMPORT_INVALID`,
		401: `UNAUTHORIZED invalid-token EXPIRED_AUTH_TOKEN INVALID_USER_1 INVALID_USER_2 INVALID_USER_3 INVALID_USER_4
			WRONG_CREDENTIAL INACTIVE_USER SECOND_FACTOR`,
		403: `KEY_INVALID INVALID_IP UNVERIFIED_OTP SELF_EXCLUDED LIMIT_REACHED CONFIRM_IDENTITY ROLE_FORBIDDEN TOKEN_SCOPE
			SELF_DECISION SECOND_PERSON OPERATOR_WAITS`,
		404: `NO_GAME SLOT_NO_ACCOUNT NO_USER NOT_AREASLOT NOT_UFABET NO_PROMOTION NO_DATA INVALID_CODE OTP_NOT_EXIST
			INVITATION_INVALID`,
		410: "gone",
		413: "FILE_TOO_LARGE",
		415: "SLIP_INVALID_FILE FILE_NOT_SUPPORTED",
		429: "REQUEST_LIMIT REQUEST_LIMIT_1MIN OTP_BLOCK OTP_BUSY",
		500: "INTERNAL_SERVER_ERROR",
		502: "TRANSFER_FAIL SLOT_ACTIVATE_FAIL SLOT_RESET_PASSWORD_FAIL OTP_SEND_FAIL",
		503: "QR_FAIL INVITE_BONUS_FAIL BEING_CHECKED",
	}
	want := map[fault.Code]int{}
	for status, codes := range table {
		for _, code := range strings.Fields(codes) {
			want[fault.Code(code)] = status
		}
	}
	for _, code := range slices.Concat(fault.All(), fault.Operators()) {
		status, named := want[code]
		if !named {
			status = http.StatusConflict // "what the state forbids (all the rest)"
		}
		if got := statusOfCode(code); got != status {
			t.Errorf("%s is %d, want %d", code, got, status)
		}
	}
	if got := statusOf(fault.New(fault.TRY_AGAIN, "").With("game", "pg")); got != http.StatusServiceUnavailable {
		t.Errorf("TRY_AGAIN of an unreadable game is %d", got)
	}
}

func TestRefusalsTellNothingInternal(t *testing.T) {
	t.Parallel()
	secret := errors.New(`pq: relation "member" SQLITE_BUSY goroutine 1 /src/x.go`)
	for name, tc := range map[string]struct {
		err  error
		want string
	}{
		"Foreign":  {secret, `{"message":"INTERNAL_SERVER_ERROR"}`},
		"Wrapped":  {fault.Wrap(secret, fault.QR_FAIL, "not known"), `{"message":"QR_FAIL","detail":"not known"}`},
		"Internal": {fault.New(fault.INTERNAL_SERVER_ERROR, "%s", secret).With("sql", "x"), `{"message":"INTERNAL_SERVER_ERROR"}`},
		"Unknown":  {errors.Join(store.ErrUnknown, secret), `{"message":"TRY_AGAIN"}`},
		"Late":     {context.DeadlineExceeded, `{"message":"TRY_AGAIN"}`},
		"Amount": {
			fault.New(fault.WITHDRAW_MAXIMUM, "").With("limit", 200_000*money.Baht),
			`{"message":"WITHDRAW_MAXIMUM","params":{"limit":200000}}`,
		},
	} {
		w := httptest.NewRecorder()
		Refuse(w, httptest.NewRequest(http.MethodGet, "/api/x", nil), tc.err)
		if got := strings.TrimSpace(w.Body.String()); got != tc.want || !json.Valid(w.Body.Bytes()) {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
	w := httptest.NewRecorder()
	Refuse(w, httptest.NewRequest(http.MethodGet, "/api/x", nil), fault.New(fault.REQUEST_LIMIT, "").With("seconds", 7))
	if got := w.Header().Get("Retry-After"); got != "7" || w.Code != http.StatusTooManyRequests {
		t.Errorf("Retry-After %q, status %d", got, w.Code)
	}
}
