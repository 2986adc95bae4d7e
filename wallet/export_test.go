package wallet

import "krapao/wallet/internal/walletdb"

// Homes is the query of many home screens.
const Homes = homes

// HomeFrom are the rows that a home screen was read from.
var HomeFrom = homeFrom

// HomeOf is a home screen of some rows.
func HomeOf(rows ...walletdb.HomeRow) Home { return Home{rows} }
