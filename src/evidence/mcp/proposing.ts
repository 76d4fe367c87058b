import type { CalendarDate } from "@svc/contract/kernel/dates"
import { Caller } from "@svc/contract/kernel/access"
import { ApiKeyInvalid } from "@svc/contract/kernel/errors"
import { InitiationId } from "@svc/contract/kernel/ids"
import type { EmployeeId, OffboardingId } from "@svc/contract/kernel/ids"
import type { InitiationSeparation } from "@svc/contract/initiations/schema"
import { Effect, Option, Schema } from "effect"
import { McpSchema } from "effect/ai"
import { checkFeature, checkWritable } from "#access/requirements"
import { Initiations, type Proposed } from "#offboarding/initiations/service"
import { ApiKeys } from "#organisation/api-keys/service"
import { AppConfig } from "#platform/config/config"
import { Employees } from "#work/employees/service"
import { needs } from "./looking.ts"
import { quoted, refusing } from "./quoting.ts"

const Proposal = quoted(
  Schema.Struct({
    proposal_id: InitiationId,
    state: Schema.Literals(["pending a person's approval", "was already pending a person's approval"]),
    plan: Schema.Array(Schema.Struct({ part: Schema.String, says: Schema.NullOr(Schema.String) })),
    plan_sha256: Schema.String,
    approve_at: Schema.String
  })
)

/** What the tools do that propose. All that they can reach of what writes is a proposal. */
export const makeToolProposals = Effect.gen(function* () {
  const { baseUrl } = yield* AppConfig
  const initiations = yield* Initiations
  const employees = yield* Employees
  const apiKeys = yield* ApiKeys

  /** The proposer by the request: a key's proposals are in the name of its creator. */
  const proposer = Effect.gen(function* () {
    const caller = yield* Caller
    yield* Effect.fromResult(checkFeature(caller, "managerInitiation"))
    yield* Effect.fromResult(checkWritable(caller, "POST", {}))
    const { apiKey } = caller
    const creator = apiKey === null ? Option.none() : yield* apiKeys.creatorOf(apiKey.id)
    if (apiKey === null || Option.isNone(creator)) return yield* new ApiKeyInvalid()
    const { clientInfo } = yield* McpSchema.McpRequestContext
    return {
      agent: { name: clientInfo?.name ?? "", version: clientInfo?.version ?? "" },
      apiKey: { id: apiKey.id, name: apiKey.name },
      onBehalfOf: creator.value
    }
  })

  const shown = ({ digest, id, plan, waited }: Proposed) =>
    Proposal({
      proposal_id: id,
      state: waited ? "was already pending a person's approval" : "pending a person's approval",
      plan,
      plan_sha256: digest,
      approve_at: `${baseUrl}/initiations/${id}`
    })

  const propose_offboarding = Effect.fn("Assistants.propose_offboarding")(function* (asked: {
    readonly employee_id: EmployeeId
    readonly exit_date: CalendarDate
    readonly separation_type?: typeof InitiationSeparation.Type
    readonly apps?: ReadonlyArray<string>
    readonly no_apps?: boolean
    readonly reason?: string
  }) {
    yield* needs("offboardings:read")
    yield* needs("employees:read")
    const by = yield* proposer
    const employee = yield* employees.get(asked.employee_id)
    return yield* shown(
      yield* initiations.proposeOffboarding(
        {
          employee,
          exitDate: asked.exit_date,
          separation: asked.separation_type ?? "resignation",
          apps: asked.apps ?? [],
          noApps: asked.no_apps === true,
          notes: asked.reason ?? null
        },
        by
      )
    )
  }, refusing)

  const propose_revocation = Effect.fn("Assistants.propose_revocation")(function* (asked: {
    readonly offboarding_id: OffboardingId
    readonly apps?: ReadonlyArray<string>
    readonly reason?: string
  }) {
    yield* needs("offboardings:read")
    const by = yield* proposer
    return yield* shown(
      yield* initiations.proposeRevocation(
        { offboardingId: asked.offboarding_id, apps: asked.apps, notes: asked.reason ?? null },
        by
      )
    )
  }, refusing)

  return { propose_offboarding, propose_revocation }
})
