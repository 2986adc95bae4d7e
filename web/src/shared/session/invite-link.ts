/** The address that a member sends to friends (SPEC.md §2): registering there binds them to the member for good. */
export const inviteLink = (memberId: string) => `${location.origin}/register?code=PR${memberId}`;
