/** What members are offered: bonuses, refunds, invitations, the wheel. */
export default {} as const;
