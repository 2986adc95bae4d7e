package httpapi

import (
	"context"
	"net/http"

	"krapao/internal/httpapi/proof"
	"krapao/internal/httpx"
	"krapao/internal/httpx/wire"
	"krapao/member"
	"krapao/member/login"
	"krapao/spin"
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

// registrationInput documents the header with the proof that the phone is the caller's. The request state has read it.
type registrationInput struct {
	OTPToken string `header:"X-Otp-Token" doc:"The otpToken that was verified for this phone; a browser sends its cookie instead"`
	Body     Registration
}

// Profile is the member as the app shows it.
type Profile struct {
	ID          string    `json:"_id"`
	Username    string    `json:"username"`
	Name        string    `json:"name"`
	CreatedAt   wire.Time `json:"createdAt"`
	Coin        int64     `json:"coin"`
	PendingCoin int64     `json:"pendingCoin"`
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

// ProfileChange holds what a member may change of its profile.
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

type accountCalls struct {
	members  *member.Service
	logins   *login.Service
	coins    *spin.Service
	identity *proof.Identity
}

func (c *accountCalls) routes(f *httpx.Frame) {
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/account/validate", ID: "validateAccount",
		Summary: "Check a registration before its last step",
	}, c.handleValidateAccount)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/account", ID: "createAccount", Summary: "Register",
		Status: http.StatusCreated, Memory: httpx.Keyed,
	}, c.handleCreateAccount)
	httpx.Register(f, httpx.Route{
		Method: http.MethodGet, Path: "/api/account/profile", ID: "getProfile",
		Summary: "Profile and bank account", Access: httpx.Members,
	}, c.handleProfile)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPut, Path: "/api/account/profile", ID: "updateProfile", Summary: "Change name or bank account",
		Access: httpx.Members, Memory: httpx.Keyed,
	}, c.handleUpdateProfile)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPut, Path: "/api/account/bankAccountName", ID: "setBankAccountName",
		Summary: "Give the holder's name in English letters", Access: httpx.Members, Memory: httpx.Keyed,
	}, c.handleSetBankAccountName)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPut, Path: "/api/account/changepwd", ID: "changePassword",
		Summary: "Change the password; all other sessions end", Access: httpx.Members, Memory: httpx.Keyed,
	}, c.handleChangePassword)
	httpx.Register(f, httpx.Route{
		Method: http.MethodPost, Path: "/api/account/agreement", ID: "acceptAgreement",
		Summary: "Record that the member accepted the agreements", Access: httpx.Members,
	}, c.handleAcceptAgreement)
}

func (in *registrationInput) registration() member.Registration {
	b := in.Body
	return member.Registration{
		Name: b.Name, Username: b.Username, Password: b.Password, SourceCode: b.SourceCode, InviteCode: b.InviteCode,
		BankCode: b.BankCode, BankAccountName: b.BankAccountName, BankAccountNo: b.BankAccountNo, Currency: b.Currency,
	}
}

// phoneProof is what shows that the phone is the caller's.
func phoneProof(ctx context.Context) member.Proof {
	state := httpx.StateOf(ctx)
	return member.Proof{Address: state.Address, OTPToken: state.Proof}
}

// handleValidateAccount answers POST /api/account/validate: it checks a registration before its last step.
func (c *accountCalls) handleValidateAccount(ctx context.Context, in *registrationInput) (*httpx.Success, error) {
	return httpx.Done(c.members.Validate(ctx, in.registration(), phoneProof(ctx)))
}

// handleCreateAccount answers POST /api/account: it registers a member.
func (c *accountCalls) handleCreateAccount(ctx context.Context, in *registrationInput) (*httpx.Success, error) {
	if _, err := c.members.Register(ctx, in.registration(), phoneProof(ctx)); err != nil {
		return nil, err
	}
	return &httpx.Success{Status: http.StatusCreated, Body: httpx.Message{Message: "SUCCESS"}}, nil
}

// handleProfile answers GET /api/account/profile: the member and its bank account.
func (c *accountCalls) handleProfile(ctx context.Context, _ *httpx.Empty) (*httpx.Reply[ProfileView], error) {
	m, err := c.members.ByID(ctx, httpx.StateOf(ctx).Member)
	if err != nil {
		return nil, err
	}
	coins, err := c.coins.Coins(ctx, m.ID)
	return httpx.Answer(ProfileView{profileOf(m, coins), bankAccountOf(m)}, err)
}

func profileOf(m member.Member, c spin.Coins) Profile {
	return Profile{
		ID: m.ID, Username: m.Username, Name: m.Name, CreatedAt: wire.Time(m.CreatedAt), Coin: c.Usable, PendingCoin: c.Pending,
	}
}

func bankAccountOf(m member.Member) BankAccount {
	b := m.Bank
	return BankAccount{
		BankCode: b.Code, BankAccountName: b.AccountName, BankAccountNo: b.AccountNo, Currency: b.Currency,
		Bank: Names{b.Bank.NameTH, b.Bank.NameEN, b.Bank.NameLO},
	}
}

// handleUpdateProfile answers PUT /api/account/profile: it changes the name or the bank account.
func (c *accountCalls) handleUpdateProfile(ctx context.Context, in *httpx.Body[ProfileChange]) (*httpx.Success, error) {
	if err := c.identity.Recognised(ctx); err != nil {
		return nil, err
	}
	return httpx.Done(c.members.UpdateProfile(ctx, httpx.StateOf(ctx).Member, member.ProfileChange(in.Body)))
}

// handleSetBankAccountName answers PUT /api/account/bankAccountName: it sets the holder's name in English letters.
func (c *accountCalls) handleSetBankAccountName(ctx context.Context, in *httpx.Body[BankAccountName]) (*httpx.Success, error) {
	if err := c.identity.Recognised(ctx); err != nil {
		return nil, err
	}
	return httpx.Done(c.members.SetBankAccountName(ctx, httpx.StateOf(ctx).Member, in.Body.BankCode, in.Body.BankAccountName))
}

// handleChangePassword answers PUT /api/account/changepwd: it changes the password and ends all other sessions.
func (c *accountCalls) handleChangePassword(ctx context.Context, in *httpx.Body[PasswordChange]) (*httpx.Success, error) {
	state := httpx.StateOf(ctx)
	return httpx.Done(c.logins.ChangePassword(ctx, state.Member, proof.Again(state, in.Body.OldPassword), in.Body.NewPassword))
}

// handleAcceptAgreement answers POST /api/account/agreement: it records that the member accepted the agreements.
func (c *accountCalls) handleAcceptAgreement(ctx context.Context, in *httpx.Body[Agreement]) (*httpx.Success, error) {
	return httpx.Done(c.members.AcceptAgreement(ctx, httpx.StateOf(ctx).Member, in.Body.Version))
}
