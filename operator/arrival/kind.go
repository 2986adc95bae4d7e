package arrival

import "krapao/operator"

// The kinds of decision about money that came in.
const (
	releaseHeld     = "held.release"
	returnHeld      = "held.return"
	assignUnmatched = "unmatched.assign"
	returnUnmatched = "unmatched.return"
	reverseDeposit  = "deposit.reverse"

	acceptSlip = "slip.accept"
	rejectSlip = "slip.reject"

	confirmDeclaration = "declaration.confirm"
	rejectDeclaration  = "declaration.reject"

	settleLink = "link.settle"
	bookLine   = "statement.book"
	closeLine  = "statement.close"
)

func (s *Service) kinds() []operator.Kind {
	return []operator.Kind{
		{Name: releaseHeld, Needs: operator.Cashier, Plan: s.planRelease},
		{Name: returnHeld, Needs: operator.Cashier, Plan: s.planReturn},
		{Name: assignUnmatched, Needs: operator.Cashier, Plan: s.planAssign},
		{Name: returnUnmatched, Needs: operator.Cashier, Plan: s.planReturn},
		{Name: reverseDeposit, Needs: operator.Cashier, Plan: s.planReverse},
		{Name: acceptSlip, Needs: operator.Cashier, Plan: s.planAccept},
		{Name: rejectSlip, Needs: operator.Cashier, Plan: s.planReject},
		{Name: confirmDeclaration, Needs: operator.Cashier, Plan: s.planConfirm},
		{Name: rejectDeclaration, Needs: operator.Cashier, Plan: s.planRejectDeclared},
		{Name: settleLink, Needs: operator.Cashier, Plan: s.planLink},
		{Name: bookLine, Needs: operator.Cashier, Plan: s.planBook},
		{Name: closeLine, Needs: operator.Cashier, Plan: s.planClose},
	}
}
