/** The address that a member sends to friends (SPEC.md §2): a registration there links them to the member for good. */
export const inviteLink = (memberId: string) => `${location.origin}/register?code=PR${memberId}`;
