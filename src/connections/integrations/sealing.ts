import type { IntegrationId, OrgId } from "@svc/contract/kernel/ids"
import { Effect, type Redacted } from "effect"
import { byProtocol } from "#connections/vendors/cards"
import { boundTo, Secrets } from "#platform/keys/secrets"
import type { IntegrationRow } from "./repo.ts"
import type { StoredIntegration } from "./rules.ts"

interface Owner {
  readonly org_id: OrgId
  readonly id: IntegrationId
}

const placed = ({ id, org_id }: Owner, place: string) =>
  boundTo({ orgId: org_id, table: "integrations", column: `sealed_secrets.${place}`, rowId: id })

/** The row without its secrets: their places only. */
export const stored = ({ sealed_secrets, ...row }: IntegrationRow): StoredIntegration => ({
  ...row,
  secretNames: Object.keys(sealed_secrets),
  addressSettings: byProtocol.get(row.protocol)?.addressSettings ?? []
})

/** Seals and opens the secrets of an integration, each for its own place in its own row. */
export const sealing = Effect.map(Secrets, (secrets) => ({
  seal: Effect.fnUntraced(function* (owner: Owner, given: Iterable<readonly [string, Redacted.Redacted]>) {
    const sealed = yield* Effect.forEach([...given], ([place, secret]) =>
      Effect.map(secrets.seal(secret, placed(owner, place)), (token) => [place, token] as const)
    )
    return Object.fromEntries(sealed)
  }),
  open: Effect.fnUntraced(function* ({ id, org_id, sealed_secrets }: IntegrationRow) {
    const opened = yield* Effect.forEach(Object.entries(sealed_secrets), ([place, token]) =>
      Effect.map(secrets.open(token, placed({ id, org_id }, place)), (secret) => [place, secret] as const)
    )
    return new Map<string, Redacted.Redacted>(opened)
  })
}))
