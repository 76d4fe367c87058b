import type { Words } from "../languages/en.ts"

const said = ({ error }: { readonly error: string }) => error

/** What may come of an invitation that is sent, for the first time or again. */
export const inviteRefusals = (words: Words["members"]) => ({
  AlreadyMember: () => words.alreadyMember,
  PlanLimitExceeded: said,
  PlanLimitReached: said,
  RoleUnknown: said,
  ScopeInvalid: said
})
