// Package qr makes QR codes at gateways and books the payments of them.
//
// Promises (RULES.md section 4):
//   - A code is committed before its gateway is asked for it, and only shown if its text asks for the right amount.
//   - A code is a promise of the gateway, not money. Callbacks are only hints: the gateway is asked, and every payment that
//     it reports is booked once, even after the end of the code.
//   - A member has at most one open code. An unknown outcome is settled by asking again.
//
// Its neighbours: deposit books the payments, and tells it of them through deposit.Codes; slip asks it about the payment
// that a slip may show. The gateways are connect/payment/*, and gatewaytest is what each of them must pass.
package qr
