// Package qr makes QR codes at gateways and books what members pay by them.
//
// A code is a promise of the gateway's, no money: callbacks are hints, the gateway is asked, and whatever it says was paid is booked,
// also after the code's end.
package qr
