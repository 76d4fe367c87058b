import type { IntegrationId } from "@svc/contract/kernel/ids"
import type { Redacted, Schema } from "effect"

/** A connected service with its secrets open: what a call to the vendor needs, in memory for as long as it lasts. */
export interface Connection {
  readonly id: IntegrationId
  readonly serviceName: string
  /** Who speaks to it: `scim`, `webhook`, or a built-in provider's name. */
  readonly protocol: string
  readonly settings: { readonly [key: string]: Schema.Json }
  readonly secrets: ReadonlyMap<string, Redacted.Redacted>
}

/** The same before it is saved: what a connect route was given. */
export type Candidate = Omit<Connection, "id">
