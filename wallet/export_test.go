package wallet

import "krapao/wallet/internal/walletdb"

// Homes is the query of many home screens.
const Homes = homes

// HomeFrom are the rows that a home screen was read from.
var HomeFrom = homeFrom

// HomeOf is a home screen of some rows.
func HomeOf(rows ...walletdb.HomeRow) Home { return Home{rows} }

// Starts is the query of the beginnings of many transfers, and StartLook reads them by what Asking makes.
const Starts = starts

var (
	StartLook = startLook
	Asking    = asking
)
