import type { Caller } from "@svc/contract/kernel/access"
import type { AuthenticatedToken } from "./tokens.ts"

/** Whoever has a token of the organisation: nobody by name, and all of its people. */
export const callerOf = ({
  orgId,
  organisation
}: Pick<AuthenticatedToken, "orgId" | "organisation">): Caller["Service"] => ({
  orgId,
  source: "scim",
  userId: null,
  role: null,
  permissions: [],
  records: { _tag: "All" },
  apiKey: null,
  session: null,
  organisation
})
