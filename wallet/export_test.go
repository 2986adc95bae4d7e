package wallet

// Homes is the query of many home screens.
const Homes = homes
