package ratelimit

import (
	"time"

	"krapao/fault"
)

// Limits are the product's numbers (API.md, Conventions).
type Limits struct {
	// Wrong logins. A right one is refunded, and a known device is not charged. It makes no difference whether the account exists.
	LoginUsernameAddress Limit // subject: user name, address
	LoginUsername        Limit // subject: user name
	LoginAddress         Limit // subject: address

	// Wrong sign-ins of operators, as OPERATOR-API.md has them: whether or not there is such an operator.
	SigninNameAddress Limit // subject: name, address
	SigninName        Limit // subject: name
	SigninAddress     Limit // subject: address

	// Shells that operators sign in at the console: those that begin, how often one asks, and wrong codes that are typed.
	ShellBegun Limit // subject: address
	ShellAsks  Limit // subject: the shell
	ShellCode  Limit // subject: operator

	// One-time codes sent.
	OTPMinute  Limit // subject: telephone number
	OTPHour    Limit
	OTPDay     Limit
	OTPAddress Limit // subject: address

	// Codes for replacing a forgotten password.
	ResetMinute Limit // subject: telephone number, address
	ResetHour   Limit // subject: telephone number, address
	ResetDay    Limit // subject: telephone number

	// Codes for a login after too many wrong ones. LoginCode limits the offers, by address. LoginCodeMinute and LoginCodeDay limit
	// the codes that are sent, after a right password only, by telephone number. LoginProof limits the logins with a verified
	// code, by that code.
	LoginCode       Limit
	LoginCodeMinute Limit
	LoginCodeDay    Limit
	LoginProof      Limit

	// Codes that confirm a session, sent to its member's own phone.
	ConfirmMinute Limit // subject: telephone number
	ConfirmHour   Limit
	ConfirmDay    Limit

	// The most that the house spends on SMS, whoever asks. Numbers that bill their senders come in rows, and somebody who pumps
	// them has many addresses.
	SMSHouse  Limit // no subject
	SMSPrefix Limit // subject: a telephone number without its last four digits

	// SessionPassword limits the wrong passwords and codes within a session, by session, and SessionConfirmation those wrong
	// confirmations of an operator's.
	SessionPassword     Limit
	SessionConfirmation Limit
	// AccountProbe limits the bank accounts that somebody asks about (whether they are taken), by telephone number. AccountProbed
	// limits asking again about the same one.
	AccountProbe  Limit
	AccountProbed Limit // subject: telephone number, account

	Register Limit // registrations, by address
	Member   Limit // any call, by member
	Operator Limit // any call of the operator API, by operator or token
	Address  Limit // any call, by address
	Upload   Limit // uploads, by member, guest or operator
	QROrder  Limit // QR codes ordered, by member: each is a call or two of a gateway
	Refresh  Limit // readings of all games, by member: each is a call of every provider where the member has an account

	// Chat.
	Message      Limit // messages sent, by conversation
	GuestMessage Limit // messages of guests, by address
	GuestDay     Limit // the same over a day: texts need storage, too
	GuestUpload  Limit // uploads of guests, by address
}

// Budget is the limit with another number of SMS an hour.
func (l Limit) Budget(perHour int) Limit { return budget(l.Name, perHour) }

// budget allows so many an hour, and a quarter of them at once. A node whose clock is ahead can use up the budget of this one for
// as long as the burst takes to fill again (docs/architecture/0017-clocks.md). With a burst of the whole budget, that would be an
// hour.
func budget(name string, perHour int) Limit {
	return Limit{Name: name, Count: perHour, Per: time.Hour, Burst: max(1, perHour/4), Code: fault.OTP_BUSY}
}

// Defaults are the numbers of the contract.
func Defaults() Limits {
	return Limits{
		LoginUsernameAddress: Limit{Name: "login-username-address", Count: 5, Per: 15 * time.Minute},
		LoginUsername:        Limit{Name: "login-username", Count: 20, Per: time.Hour},
		LoginAddress:         Limit{Name: "login-address", Count: 100, Per: 15 * time.Minute},
		SigninNameAddress:    Limit{Name: "signin-name-address", Count: 5, Per: 15 * time.Minute},
		SigninName:           Limit{Name: "signin-name", Count: 20, Per: time.Hour},
		SigninAddress:        Limit{Name: "signin-address", Count: 100, Per: 15 * time.Minute},
		ShellBegun:           Limit{Name: "shell-begun", Count: 30, Per: 15 * time.Minute},
		ShellAsks:            Limit{Name: "shell-asks", Count: 12, Per: time.Minute, Burst: 3},
		ShellCode:            Limit{Name: "shell-code", Count: 10, Per: time.Hour},
		OTPMinute:            Limit{Name: "otp-minute", Count: 1, Per: time.Minute, Code: fault.REQUEST_LIMIT_1MIN},
		OTPHour:              Limit{Name: "otp-hour", Count: 5, Per: time.Hour},
		OTPDay:               Limit{Name: "otp-day", Count: 20, Per: 24 * time.Hour},
		OTPAddress:           Limit{Name: "otp-address", Count: 60, Per: 10 * time.Minute},
		ResetMinute:          Limit{Name: "reset-minute", Count: 1, Per: time.Minute, Code: fault.REQUEST_LIMIT_1MIN},
		ResetHour:            Limit{Name: "reset-hour", Count: 3, Per: time.Hour},
		ResetDay:             Limit{Name: "reset-day", Count: 20, Per: 24 * time.Hour},
		LoginCode:            Limit{Name: "login-code", Count: 100, Per: 15 * time.Minute},
		LoginCodeMinute:      Limit{Name: "login-code-minute", Count: 1, Per: time.Minute},
		LoginCodeDay:         Limit{Name: "login-code-day", Count: 20, Per: 24 * time.Hour},
		LoginProof:           Limit{Name: "login-proof", Count: 5, Per: time.Hour},
		ConfirmMinute:        Limit{Name: "confirm-minute", Count: 1, Per: time.Minute, Code: fault.REQUEST_LIMIT_1MIN},
		ConfirmHour:          Limit{Name: "confirm-hour", Count: 5, Per: time.Hour},
		ConfirmDay:           Limit{Name: "confirm-day", Count: 20, Per: 24 * time.Hour},
		SMSHouse:             budget("sms-house", 1000),
		SMSPrefix:            budget("sms-prefix", 50),
		SessionPassword:      Limit{Name: "session-password", Count: 5, Per: time.Hour},
		SessionConfirmation:  Limit{Name: "session-confirmation", Count: 5, Per: time.Hour},
		AccountProbe:         Limit{Name: "account-probe", Count: 5, Per: time.Hour},
		AccountProbed:        Limit{Name: "account-probed", Count: 1, Per: time.Hour},
		Register:             Limit{Name: "register-address", Count: 60, Per: 10 * time.Minute},
		Member:               Limit{Name: "member", Count: 20, Per: time.Second, Burst: 200},
		Operator:             Limit{Name: "operator", Count: 20, Per: time.Second, Burst: 200},
		Address:              Limit{Name: "address", Count: 200, Per: time.Second, Burst: 1000},
		Upload:               Limit{Name: "upload", Count: 20, Per: 10 * time.Minute},
		QROrder:              Limit{Name: "qr-order", Count: 10, Per: time.Minute},
		Refresh:              Limit{Name: "refresh", Count: 20, Per: time.Minute, Burst: 20},
		Message:              Limit{Name: "message", Count: 2, Per: time.Second, Burst: 200},
		GuestMessage:         Limit{Name: "guest-message", Count: 20, Per: time.Second, Burst: 1000},
		GuestDay:             Limit{Name: "guest-message-day", Count: 5000, Per: 24 * time.Hour, Burst: 2000},
		GuestUpload:          Limit{Name: "guest-upload", Count: 100, Per: 10 * time.Minute},
	}
}
