import type { CredentialState, Integration } from "@svc/contract/integrations/schema"
import { IntegrationsApi } from "@svc/contract/integrations/api"
import { Effect } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useMay } from "#access/data.ts"
import { clientOf } from "#platform/api.ts"
import { query, queryOne, useQuery } from "#platform/atoms.ts"

const integrations = clientOf(IntegrationsApi)

/** All connections, including those turned off. */
export const connections = queryOne(() => integrations.list({}), ["integrations"])

/** Rejected credentials, for members who manage integrations; otherwise none. */
const credentialStates = query(
  (manages: boolean) =>
    manages ? integrations.credentialStates({}) : Effect.succeed<ReadonlyArray<CredentialState>>([]),
  { keys: () => ["integrations"] }
)

/** When the app first rejected the credential; null if it is valid or not known. */
export const useRefusedAt = (of: Pick<Integration, "id"> | undefined) => {
  const { may } = useMay()
  const states = useQuery(credentialStates(may("integrations_manage")))
  if (of === undefined || !AsyncResult.isSuccess(states)) return null
  return states.value.find(({ id }) => id === of.id)?.credential_refused_at ?? null
}
