import { InviteAcceptanceApi } from "@svc/contract/members/api"
import type { AcceptInvite } from "@svc/contract/members/schema"
import { clientOf } from "../platform/api.ts"
import { action } from "../platform/atoms.ts"

const acceptance = clientOf(InviteAcceptanceApi)

export const joinOrganisation = action(
  (payload: AcceptInvite) => acceptance.accept({ payload }),
  () => []
)
