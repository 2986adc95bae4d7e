// Package link redeems wallet links: vouchers whose money an issuer pays into our own wallet.
//
// Promises (RULES.md sections 3 and 4):
//   - A voucher is claimed before the issuer is asked, and redeemed once, however often and by whichever text it is handed in.
//   - It is credited as the amount that our wallet got.
//   - A missing answer is unknown. A job asks again, and after a day an operator decides.
//
// Its neighbour is deposit, which books the money and asks for a member's links through deposit.Lists. The issuer is
// connect/truemoney, and linktest is what an issuer's adapter must pass.
package link
