import type { Caller } from "@svc/contract/kernel/access"
import type { AuthenticatedToken } from "./tokens.ts"

/** The holder of the organization's token: without a name, and with all of its people. */
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
