import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { OffboardingId, OrgId, WebhookId } from "../kernel/ids.ts"
import { OperatorAuth } from "../kernel/operator.ts"
import { Role } from "../kernel/permissions.ts"
import { RequiredText } from "../kernel/text.ts"
import { OffboardingStatus } from "../offboardings/schema.ts"

/** The demo cannot be seeded here; `error` says why and what to do. */
export class DemoRefused extends Schema.TaggedError<DemoRefused>()("DemoRefused", { error: Schema.String }) {
  override get message() {
    return this.error
  }
}

export const SeedDemo = Schema.Struct({
  /** Where the organisation's webhook sends every event; without it there is no webhook. */
  receiverUrl: Schema.optionalKey(RequiredText(2048)),
  /** A SCIM 2.0 service, the address above `/Users`; without it no app is connected. */
  vendorUrl: Schema.optionalKey(RequiredText(2048)),
  vendorToken: Schema.optionalKey(RequiredText(4096))
})
export type SeedDemo = typeof SeedDemo.Type

export class SeededDemo extends Schema.Class<SeededDemo>("SeededDemo")({
  /** False when an earlier call made the organisation. */
  created: Schema.Boolean,
  organisation: Schema.Struct({ id: OrgId, name: Schema.String }),
  /** They all sign in with `password`. */
  users: Schema.Array(Schema.Struct({ email: Schema.String, role: Role })),
  password: Schema.String,
  /** Every scope; answered by the call that made it and never again. */
  api_key: Schema.NullOr(Schema.String),
  /** Null when this call made none; its secret is answered this once. */
  webhook: Schema.NullOr(Schema.Struct({ id: WebhookId, url: Schema.String, secret: Schema.String })),
  /** The connected app that can revoke. */
  vendor: Schema.NullOr(Schema.String),
  people: Schema.Array(Schema.Struct({ full_name: Schema.String, email: Schema.String })),
  /** All of the organisation's cases, newest first, at most 100. */
  cases: Schema.Array(Schema.Struct({ id: OffboardingId, employee_name: Schema.String, status: OffboardingStatus }))
}) {}

/** The operator's way to an organisation to look at (decisions 3, `demo seed`). */
export class DemoRpcs extends RpcGroup.make(
  Rpc.make("seed", { payload: SeedDemo.fields, success: SeededDemo, error: DemoRefused })
)
  .prefix("demo.")
  .middleware(OperatorAuth) {}
