import { DirectoryApi } from "@svc/contract/employees/directory-api"
import { IntegrationsApi } from "@svc/contract/integrations/api"
import { InvitesApi, RolesApi } from "@svc/contract/members/api"
import { ScimSetUpApi } from "@svc/contract/scim/setup-api"
import { WebhookEndpointsApi } from "@svc/contract/webhooks/api"
import { CasesApi } from "@svc/contract/cases/api"
import { Effect } from "effect"
import { clientOf } from "#platform/api.ts"

const cases = clientOf(CasesApi)
const directory = clientOf(DirectoryApi)
const integrations = clientOf(IntegrationsApi)
const invites = clientOf(InvitesApi)
const roles = clientOf(RolesApi)
const scim = clientOf(ScimSetUpApi)
const webhooks = clientOf(WebhookEndpointsApi)

const first = { query: { limit: 1, offset: 0 } } as const

/** One read for each setup step: whether it is done. */
export const readStep = {
  app: () => Effect.map(integrations.list({}), (all) => all.some(({ connection_status }) => connection_status)),
  people: () => Effect.map(directory.list(first), ({ total }) => total > 0),
  // Counts by role: a smaller response than thousands of members.
  members: () =>
    Effect.flatMap(roles.list({}), (all) =>
      all.reduce((sum, role) => sum + role.members, 0) > 1
        ? Effect.succeed(true)
        : Effect.map(invites.list({}), (invited) => invited.length > 0)
    ),
  // A plan without webhooks still has the identity provider.
  told: () =>
    Effect.zipWith(
      Effect.orElseSucceed(webhooks.list({}), () => []),
      scim.config({}),
      (endpoints, { configured }) => configured || endpoints.length > 0
    ),
  first: () => Effect.map(cases.list(first), ({ total }) => total > 0)
}
