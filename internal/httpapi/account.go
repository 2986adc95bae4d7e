package httpapi

import (
	"context"
	"net/http"
)

// Registration is a new member's data. The bank's fields and the currency may be empty for validate.
type Registration struct {
	Name            string `json:"name"`
	Username        string `json:"username" doc:"The phone number"`
	Password        string `json:"password"`
	SourceCode      string `json:"sourceCode"`
	InviteCode      string `json:"inviteCode" doc:"Empty, or PR and the inviter's _id"`
	BankCode        string `json:"bankCode"`
	BankAccountName string `json:"bankAccountName"`
	BankAccountNo   string `json:"bankAccountNo"`
	Currency        string `json:"currency" doc:"Empty or BAHT; in Laos LAK or BAHT"`
}

// registrationInput carries the proof that the phone is the caller's.
type registrationInput struct {
	OTPToken string `header:"X-Otp-Token" doc:"The otpToken that was verified, where the address has changed since"`
	Body     Registration
}

// Profile is the member as the app shows it.
type Profile struct {
	ID          string `json:"_id"`
	Username    string `json:"username"`
	Name        string `json:"name"`
	CreatedAt   Time   `json:"createdAt"`
	Coin        int64  `json:"coin"`
	PendingCoin int64  `json:"pendingCoin"`
}

// BankAccount is where withdrawals go.
type BankAccount struct {
	BankCode        string `json:"bankCode"`
	BankAccountName string `json:"bankAccountName"`
	BankAccountNo   string `json:"bankAccountNo"`
	Currency        string `json:"currency" enum:"BAHT,LAK"`
	Bank            Names  `json:"bank"`
}

// ProfileView is the profile page.
type ProfileView struct {
	Profile     Profile     `json:"profile"`
	BankAccount BankAccount `json:"bankAccount"`
}

// ProfileChange is what a member may change of itself.
type ProfileChange struct {
	Name            string `json:"name"`
	BankCode        string `json:"bankCode"`
	BankAccountName string `json:"bankAccountName"`
	BankAccountNo   string `json:"bankAccountNo"`
}

// BankAccountName is the holder's name in English letters.
type BankAccountName struct {
	BankCode        string `json:"bankCode"`
	BankAccountName string `json:"bankAccountName"`
}

// PasswordChange replaces the password.
type PasswordChange struct {
	OldPassword string `json:"oldPassword"`
	NewPassword string `json:"newPassword"`
}

// Agreement records which text the member agreed to.
type Agreement struct {
	Version string `json:"version" minLength:"1" maxLength:"128"`
}

func (s *Server) accountRoutes() {
	register(s, route{
		method: http.MethodPost, path: "/api/account/validate", id: "validateAccount",
		summary: "Check a registration before its last step",
	}, s.validateAccount)
	register(s, route{
		method: http.MethodPost, path: "/api/account", id: "createAccount", summary: "Register",
		status: http.StatusCreated,
	}, s.createAccount)
	register(s, route{
		method: http.MethodGet, path: "/api/account/profile", id: "getProfile", summary: "Profile and bank account", who: members,
	}, s.profile)
	register(s, route{
		method: http.MethodPut, path: "/api/account/profile", id: "updateProfile", summary: "Change name or bank account",
		who: members, memory: keyed,
	}, s.updateProfile)
	register(s, route{
		method: http.MethodPut, path: "/api/account/bankAccountName", id: "setBankAccountName",
		summary: "Give the holder's name in English letters", who: members, memory: keyed,
	}, s.setBankAccountName)
	register(s, route{
		method: http.MethodPut, path: "/api/account/changepwd", id: "changePassword",
		summary: "Change the password; all other sessions end", who: members, memory: keyed,
	}, s.changePassword)
	register(s, route{
		method: http.MethodPost, path: "/api/account/agreement", id: "acceptAgreement",
		summary: "Record that the member accepted the agreements", who: members,
	}, s.acceptAgreement)
}

func (s *Server) validateAccount(context.Context, *registrationInput) (*reply[Message], error) {
	return nil, errNotWired
}

func (s *Server) createAccount(context.Context, *registrationInput) (*reply[Message], error) {
	return nil, errNotWired
}

func (s *Server) profile(context.Context, *empty) (*reply[ProfileView], error) {
	return nil, errNotWired
}

func (s *Server) updateProfile(context.Context, *body[ProfileChange]) (*reply[Message], error) {
	return nil, errNotWired
}

func (s *Server) setBankAccountName(context.Context, *body[BankAccountName]) (*reply[Message], error) {
	return nil, errNotWired
}

func (s *Server) changePassword(context.Context, *body[PasswordChange]) (*reply[Message], error) {
	return nil, errNotWired
}

func (s *Server) acceptAgreement(context.Context, *body[Agreement]) (*reply[Message], error) {
	return nil, errNotWired
}
