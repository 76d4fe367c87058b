import { ProposalChanged } from "@svc/contract/initiations/errors"
import type { InitiationProposal } from "@svc/contract/initiations/schema"
import { Caller } from "@svc/contract/kernel/access"
import { dayIn } from "@svc/contract/kernel/dates"
import { PermissionDenied } from "@svc/contract/kernel/errors"
import type { InitiationId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Option } from "effect"
import { checkPermission, checkStepUp } from "#access/requirements"
import { auditText } from "#audit/record/text"
import { Offboardings } from "#offboarding/offboardings/service"
import { Revocations } from "#access-removal/revocations/service"
import { FactsRepo } from "./facts-repo.ts"
import { changesSince, partsOf, type PlanPart, sayChange } from "./plan.ts"
import { type ProposalRow, ProposalsRepo } from "./proposals-repo.ts"
import type { InitiationRow } from "./repo.ts"

/** What of an initiation its plan is made of. */
export type Planned = Pick<
  InitiationRow,
  | "employee_name"
  | "employee_email"
  | "employee_role"
  | "employee_department"
  | "exit_date"
  | "separation_type"
  | "apps_to_revoke"
>

/** What was proposed by an assistant: the plan as it would be carried out now, and what its approval asks for. */
export const makeProposals = Effect.gen(function* () {
  const repo = yield* ProposalsRepo
  const facts = yield* FactsRepo
  const offboardings = yield* Offboardings
  const revocations = yield* Revocations

  const isPast = Effect.fnUntraced(function* (exitDate: string) {
    const { orgId } = yield* Caller
    return exitDate < dayIn(yield* facts.timezone(orgId), yield* DateTime.now)
  })

  const asSubmitted = (row: Planned) => [
    row.employee_name,
    row.employee_email,
    row.employee_role,
    row.employee_department
  ]

  /** The plan of an offboarding that is to begin. Nothing is written, and no vendor is asked. */
  const offboardingParts = Effect.fnUntraced(function* (row: Planned) {
    const { orgId } = yield* Caller
    const email = row.employee_email
    const known = email === null ? Option.none() : yield* facts.recordOf(orgId, email)
    const record = Option.getOrNull(known)
    const leaver =
      email === null
        ? Option.none()
        : Option.some({
            // Values known only later are in braces, as in a connector's plan.
            offboardingId: "{offboarding}",
            name: row.employee_name,
            email,
            exitDate: row.exit_date,
            sourceControlUsername: record?.source_control_username ?? null,
            managerEmail: record?.manager_email ?? null,
            accountId: null
          })
    return partsOf({
      kind: "offboarding",
      person: [...asSubmitted(row), record?.id ?? null, record?.full_name ?? null, record?.status ?? null],
      exitDate: row.exit_date,
      isPast: yield* isPast(row.exit_date),
      reason: row.separation_type,
      apps: yield* revocations.planned(leaver, row.apps_to_revoke)
    })
  })

  /** The plan of a revocation; a case with nothing left to revoke is refused. */
  const revocationParts = Effect.fnUntraced(function* (
    row: Planned,
    offboardingId: NonNullable<ProposalRow["offboarding_id"]>
  ) {
    const found = yield* offboardings.show(offboardingId)
    const { apps } = yield* revocations.preview({ offboardingId, apps: row.apps_to_revoke })
    return partsOf({
      kind: "revocation",
      person: [...asSubmitted(row), found.id, found.employee_name, found.employee_email],
      exitDate: found.exit_date,
      isPast: yield* isPast(found.exit_date),
      reason: row.separation_type,
      apps
    })
  })

  const changesOf = Effect.fnUntraced(function* (proposal: ProposalRow, row: Planned) {
    const now: ReadonlyArray<PlanPart> | string =
      proposal.offboarding_id === null
        ? yield* offboardingParts(row)
        : yield* revocationParts(row, proposal.offboarding_id).pipe(
            Effect.catch((refusal) => Effect.succeed(refusal.error))
          )
    return typeof now === "string" ? [{ part: "case", was: null, is: now }] : changesSince(proposal.plan_parts, now)
  })

  const find = Effect.fnUntraced(function* (id: InitiationId) {
    const { orgId } = yield* Caller
    return yield* repo.find({ orgId, id })
  })

  /**
   * Whether the caller may agree to what was proposed: with a recent step-up, in the app, as it was proposed and as it
   * still would be; to a revocation only who may revoke.
   */
  const admit = Effect.fnUntraced(function* (
    proposal: ProposalRow,
    row: InitiationRow,
    given: { readonly overridden: boolean; readonly inApp: boolean }
  ) {
    const caller = yield* Caller
    if (!given.inApp) {
      return yield* new PermissionDenied({
        error: "An assistant proposed this request. Approve it in the app, where you confirm your password"
      })
    }
    yield* Effect.fromResult(checkStepUp(caller, yield* DateTime.now))
    if (proposal.kind === "revocation") yield* Effect.fromResult(checkPermission(caller, "access_revoke"))
    if (given.overridden) {
      return yield* new PermissionDenied({
        error:
          "A proposal of an assistant can only be approved unchanged. Reject it, and have it proposed with other apps"
      })
    }
    const changes = yield* changesOf(proposal, row)
    if (changes.length > 0) {
      return yield* new ProposalChanged({
        error: `The plan changed after the assistant proposed it: ${changes.map(sayChange).join("; ")}. Reject it, and have a new one proposed`,
        changes
      })
    }
  })

  /** Starts the revocation that was agreed to, in the running transaction. */
  const revoke = Effect.fnUntraced(function* (
    offboardingId: NonNullable<ProposalRow["offboarding_id"]>,
    row: InitiationRow
  ) {
    const { apps } = yield* revocations.start({ offboardingId, apps: row.apps_to_revoke }).pipe(
      Effect.mapError(
        ({ error }) =>
          new ProposalChanged({
            error: `The revocation cannot start: ${error}`,
            changes: [{ part: "case", was: null, is: error }]
          })
      )
    )
    const left = row.apps_to_revoke.filter((name) => !apps.includes(name))
    if (left.length > 0) {
      return yield* new ProposalChanged({
        error: `A revocation of this person without ${left.join(", ")} is in progress. Approve the request when it has finished`,
        changes: [{ part: "case", was: null, is: "a revocation is in progress" }]
      })
    }
    return { id: offboardingId, apps_to_revoke: apps }
  })

  /** For the audit entry of a decision: the proposer, their key, and the plan. */
  const told = (proposal: Option.Option<ProposalRow>) =>
    Option.match(proposal, {
      onNone: () => [],
      onSome: ({ agent, api_key_name, kind, plan_digest }) =>
        auditText`, ${kind} proposed by ${agent} with the API key ${api_key_name}, plan ${plan_digest}`
    })

  /** For readers of the request. */
  const view = Effect.fnUntraced(function* (row: InitiationRow) {
    const found = yield* find(row.id)
    const none: InitiationProposal = { proposal: null }
    if (Option.isNone(found)) return none
    const proposal = found.value
    const { agent, api_key_name, created_at, kind, offboarding_id, plan_digest, plan_parts } = proposal
    const shown: InitiationProposal = {
      proposal: {
        kind,
        offboarding_id,
        agent,
        api_key_name,
        plan_digest,
        plan: plan_parts.map(({ part, says }) => ({ part, says })),
        changes: row.status === "pending" ? yield* changesOf(proposal, row) : [],
        proposed_at: created_at
      }
    }
    return shown
  })

  return { find, admit, revoke, told, view, offboardingParts, revocationParts }
})
