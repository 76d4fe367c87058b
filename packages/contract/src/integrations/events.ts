import { Schema } from "effect"
import { IntegrationId } from "../kernel/ids.ts"

/** The vendor does not take the stored credential any more; told once until it is taken again. Nobody outside subscribes. */
export const IntegrationCredentialRefused = Schema.TaggedStruct("integration.credential_refused", {
  integrationId: IntegrationId,
  /** The app by its name. */
  service: Schema.String
})
