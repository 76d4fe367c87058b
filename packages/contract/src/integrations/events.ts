import { Schema } from "effect"
import { IntegrationId } from "../kernel/ids.ts"

/** The vendor rejects the stored credential; sent once until it is accepted again. Not offered to webhooks. */
export const IntegrationCredentialRefused = Schema.TaggedStruct("integration.credential_refused", {
  integrationId: IntegrationId,
  /** The app by its name. */
  service: Schema.String
})
