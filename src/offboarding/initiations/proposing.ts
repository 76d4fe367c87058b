import { AppsChoiceRequired, TooManyProposals } from "@svc/contract/initiations/errors"
import type { CalendarDate } from "@svc/contract/kernel/dates"
import { Caller } from "@svc/contract/kernel/access"
import { type ApiKeyId, InitiationId, type OffboardingId, type UserId } from "@svc/contract/kernel/ids"
import type { InitiationSeparation } from "@svc/contract/initiations/schema"
import { EmailAddress } from "@svc/contract/kernel/text"
import { OffboardingDuplicate } from "@svc/contract/offboardings/errors"
import { DateTime, Effect, Option, Schema } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { ApprovalChains } from "#offboarding/approval-chains/service"
import { Offboardings } from "#offboarding/offboardings/service"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { Revocations } from "#access-removal/revocations/service"
import { makeCaseOf } from "./case-of.ts"
import { FactsRepo } from "./facts-repo.ts"
import { cleanAgent, digestOf, type PlanPart } from "./plan.ts"
import { makeProposals, type Planned } from "./proposals.ts"
import { ProposalsRepo } from "./proposals-repo.ts"
import { type InitiationRow, InitiationsRepo } from "./repo.ts"
import { appsChoice, shownApps } from "./rules.ts"
import { makeSealing } from "./sealing.ts"
import { copiedSteps, StepsRepo } from "./steps-repo.ts"

/** Who proposes: a program, with a key that this member made. */
export interface Proposer {
  /** What it calls itself: name and version. */
  readonly agent: { readonly name: string; readonly version: string }
  readonly apiKey: { readonly id: ApiKeyId; readonly name: string }
  readonly onBehalfOf: UserId
}

/** A proposed offboarding. */
export interface ProposedOffboarding {
  readonly employee: {
    readonly full_name: string
    readonly email: string | null
    readonly role: string
    readonly department: string
  }
  readonly exitDate: CalendarDate
  readonly separation: typeof InitiationSeparation.Type
  readonly apps: ReadonlyArray<string>
  readonly noApps: boolean
  readonly notes: string | null
}

/** That the access which a case is to end be revoked now; without names that to all its apps which still have it. */
export interface ProposedRevocation {
  readonly offboardingId: OffboardingId
  readonly apps: ReadonlyArray<string> | undefined
  readonly notes: string | null
}

/** A proposal as it waits for a person. */
export interface Proposed {
  readonly id: InitiationId
  readonly digest: string
  readonly plan: ReadonlyArray<Pick<PlanPart, "part" | "says">>
  /** The same plan waited already: nothing was written. */
  readonly waited: boolean
}

/** Maximum pending proposals per organization: a bound for a program that repeats them. */
const waitingAtMost = 50

/** An address as records have it. */
const addressOf = (text: string | null) => Option.getOrNull(Schema.decodeUnknownOption(EmailAddress)(text))

interface Draft {
  readonly planned: Planned
  readonly noApps: boolean
  readonly parts: ReadonlyArray<PlanPart>
  readonly offboardingId: OffboardingId | null
  readonly notes: string | null
}

/** The verbs `Initiations.proposeOffboarding` and `proposeRevocation`: all that they write is a proposal that waits. */
export const makeProposing = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* InitiationsRepo
  const stepsRepo = yield* StepsRepo
  const proposals = yield* ProposalsRepo
  const facts = yield* FactsRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const chains = yield* ApprovalChains
  const offboardings = yield* Offboardings
  const revocations = yield* Revocations
  const randomness = yield* Randomness
  const sealing = yield* makeSealing
  const { offboardingParts, revocationParts, told } = yield* makeProposals
  const { admitDay, resolveApps, tellWaiting } = yield* makeCaseOf

  /** A pending one with the same plan is returned instead: proposing again changes nothing. */
  const write = Effect.fnUntraced(function* (draft: Draft, by: Proposer) {
    const { orgId } = yield* Caller
    const digest = digestOf(draft.parts)
    const plan = draft.parts.map(({ part, says }) => ({ part, says }))
    yield* proposals.lockCount(orgId)
    const waiting = yield* proposals.findPending({ orgId, digest })
    if (Option.isSome(waiting)) return { id: waiting.value.initiation_id, digest, plan, waited: true }
    if ((yield* proposals.countPending(orgId)) >= waitingAtMost) return yield* new TooManyProposals()

    // Asking is not an approval: it is pending whatever the organization's settings for requests are.
    const chain = draft.offboardingId === null ? yield* chains.resolve(null) : Option.none()
    const now = yield* DateTime.now
    const key = yield* personKeys.forPerson(orgId, draft.planned.employee_email)
    const row: InitiationRow = {
      ...draft.planned,
      org_id: orgId,
      id: InitiationId.make(yield* randomness.uuid),
      initiated_by: by.onBehalfOf,
      no_apps: draft.noApps,
      sealed_notes: yield* sealing.seal(key, draft.notes),
      status: "pending",
      chain_id: Option.getOrNull(Option.map(chain, ({ id }) => id)),
      chain_name: Option.getOrNull(Option.map(chain, ({ name }) => name)),
      current_step: Option.isSome(chain) ? 1 : 0,
      reviewed_by: null,
      reviewed_at: null,
      sealed_rejection_reason: null,
      offboarding_id: null,
      revision: 1,
      person_key_id: key,
      created_at: now,
      updated_at: now
    }
    yield* repo.insert(row)
    const steps = copiedSteps(chain)
    if (steps.length > 0) yield* stepsRepo.insert({ orgId, id: row.id }, steps)
    const proposal = {
      org_id: orgId,
      initiation_id: row.id,
      kind: draft.offboardingId === null ? ("offboarding" as const) : ("revocation" as const),
      offboarding_id: draft.offboardingId,
      plan_digest: digest,
      plan_parts: draft.parts,
      agent: cleanAgent(by.agent.name, by.agent.version),
      api_key_id: by.apiKey.id,
      api_key_name: by.apiKey.name,
      created_at: now
    }
    yield* proposals.insert(proposal)
    yield* audit.record({
      action: "initiation_submitted",
      target: auditText`Request for ${personal(key, row.employee_name)}`,
      details: [
        ...auditText`last day: ${row.exit_date}, apps: ${shownApps(row)}, notes: ${personal(key, draft.notes)}`,
        ...told(Option.some(proposal))
      ],
      offboardingId: draft.offboardingId
    })
    yield* tellWaiting(row, steps[0] ?? null, null)
    return { id: row.id, digest, plan, waited: false }
  })

  const proposeOffboarding = Effect.fn("Initiations.proposeOffboarding")(function* (
    input: ProposedOffboarding,
    by: Proposer
  ) {
    const { orgId } = yield* Caller
    const choice = appsChoice({ apps: input.apps, noApps: input.noApps })
    if (Option.isNone(choice)) return yield* new AppsChoiceRequired()
    yield* admitDay(input.exitDate)
    const { department, full_name, role } = input.employee
    const email = addressOf(input.employee.email)
    const open = email === null ? Option.none() : yield* facts.openCase(orgId, email)
    if (Option.isSome(open)) return yield* new OffboardingDuplicate({ id: open.value })
    const planned: Planned = {
      employee_name: full_name,
      employee_email: email,
      employee_role: role,
      employee_department: department,
      exit_date: input.exitDate,
      separation_type: input.separation,
      apps_to_revoke: yield* resolveApps(choice.value.apps)
    }
    const parts = yield* offboardingParts(planned)
    return yield* write({ planned, noApps: choice.value.noApps, parts, offboardingId: null, notes: input.notes }, by)
  }, db.transact)

  const proposeRevocation = Effect.fn("Initiations.proposeRevocation")(function* (
    input: ProposedRevocation,
    by: Proposer
  ) {
    const { offboardingId } = input
    const found = yield* offboardings.show(offboardingId)
    const { apps } = yield* revocations.preview(
      input.apps === undefined ? { offboardingId } : { offboardingId, apps: input.apps }
    )
    const planned: Planned = {
      employee_name: found.employee_name,
      employee_email: addressOf(found.employee_email),
      employee_role: found.employee_role,
      employee_department: found.employee_department,
      exit_date: found.exit_date,
      // An initiation has six reasons, a case seven.
      separation_type: found.separation_type === "redundancy" ? "layoff" : found.separation_type,
      apps_to_revoke: apps.map(({ service }) => service)
    }
    const parts = yield* revocationParts(planned, offboardingId)
    return yield* write({ planned, noApps: false, parts, offboardingId, notes: input.notes }, by)
  }, db.transact)

  return { proposeOffboarding, proposeRevocation }
})
