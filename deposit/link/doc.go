// Package link redeems wallet links: vouchers whose money an issuer pays into our own wallet.
//
// A voucher is claimed before the issuer is asked, redeemed once, and credited as what our wallet got. An answer that does not come
// is asked for again by a job, and after a day by an operator.
package link
