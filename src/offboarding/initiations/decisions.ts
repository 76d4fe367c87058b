import {
  ApprovalPastExitDate,
  AppsChoiceRequired,
  DelegationInvalid,
  InitiationEdited,
  InitiationNotFound,
  InitiationNotPending
} from "@svc/contract/initiations/errors"
import type { ApproveInitiation, DelegateStep, RejectInitiation } from "@svc/contract/initiations/schema"
import { Caller } from "@svc/contract/kernel/access"
import { PermissionDenied } from "@svc/contract/kernel/errors"
import { type InitiationId, UserId } from "@svc/contract/kernel/ids"
import { isHrOrAdmin } from "@svc/contract/kernel/permissions"
import { DateTime, Effect, Option, Result } from "effect"
import { isOwn } from "#records/record-scope"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { makeCaseOf } from "./case-of.ts"
import { FactsRepo } from "./facts-repo.ts"
import { type InitiationRow, InitiationsRepo } from "./repo.ts"
import { admitDecision, appsChoice, governs, isAgreed, mayAct, sees } from "./rules.ts"
import { makeProposals } from "./proposals.ts"
import { makeSealing } from "./sealing.ts"
import { StepsRepo } from "./steps-repo.ts"

/** The verbs `Initiations.approve`, `reject` and `delegate`. */
export const makeDecisions = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* InitiationsRepo
  const stepsRepo = yield* StepsRepo
  const facts = yield* FactsRepo
  const audit = yield* Audit
  const outbox = yield* Outbox
  const sealing = yield* makeSealing
  const proposals = yield* makeProposals
  const { createCase, tellWaiting } = yield* makeCaseOf

  const acting = Effect.gen(function* () {
    const caller = yield* Caller
    if (caller.userId === null) return yield* Effect.die("This verb needs a session")
    const userId = caller.userId
    return { ...caller, userId, roleId: yield* facts.roleIdOf(caller.orgId, userId) }
  })

  /** The initiation, held until the transaction ends, with all its steps and those that were reached. */
  const begin = Effect.fnUntraced(function* (id: InitiationId) {
    const actor = yield* acting
    const key = { orgId: actor.orgId, id }
    // Before any lock: what the caller saw when they decided.
    const seen = yield* repo.peek(key)
    if (Option.isNone(seen)) return yield* new InitiationNotFound()
    const locked = yield* repo.lock(key)
    if (Option.isNone(locked)) return yield* new InitiationNotPending()
    const row = locked.value
    // A request for the caller's own offboarding does not exist for them, whatever part they would have in it.
    if (isOwn(actor.records, row)) return yield* new InitiationNotFound()
    const steps = yield* stepsRepo.list(key)
    const reached = steps.filter(({ step }) => step <= row.current_step)
    return { actor, row, steps, reached, seen: seen.value }
  })
  type Begun = Effect.Success<ReturnType<typeof begin>>

  /** The step that is the caller's to decide; none without a chain. */
  const admit = Effect.fnUntraced(function* ({ actor, row, seen, steps }: Begun) {
    const hidden = isHrOrAdmin(actor.role) && !governs(actor, row)
    // An edit may have taken it back to the first step since.
    const wasEdited = row.status === "pending" && row.revision !== seen.revision
    const asSeen = wasEdited ? { ...row, current_step: seen.current_step } : row
    const reached = steps.filter(({ step }) => step <= asSeen.current_step)
    if (reached.length === 0 && hidden) return yield* new InitiationNotFound()
    const admitted = admitDecision(actor, asSeen, reached, seen.current_step)
    if (Result.isFailure(admitted) && admitted.failure._tag === "PermissionDenied" && hidden) {
      return yield* new InitiationNotFound()
    }
    const current = yield* Effect.fromResult(admitted)
    if (wasEdited) return yield* new InitiationEdited()
    return current
  })

  const tellSubmitter = Effect.fnUntraced(function* (row: InitiationRow, by: UserId, outcome: "approved" | "rejected") {
    if (row.initiated_by === by) return
    yield* outbox.append(row.org_id, {
      _tag: "initiation.decided",
      initiationId: row.id,
      userIds: [row.initiated_by],
      outcome
    })
  })

  const target = (row: InitiationRow) => auditText`Request for ${personal(row.person_key_id, row.employee_name)}`

  const approve = Effect.fn("Initiations.approve")(function* (
    id: InitiationId,
    input: ApproveInitiation,
    options?: { readonly source: "slack"; readonly revision: number }
  ) {
    const begun = yield* begin(id)
    const { actor, reached, row, steps } = begun
    const current = yield* admit(begun)
    const isAnother =
      (input.updated_at !== undefined && input.updated_at.epochMilliseconds !== row.updated_at.epochMilliseconds) ||
      (options !== undefined && options.revision !== row.revision)
    if (isAnother) return yield* new InitiationEdited()
    const overridden = input.apps_to_revoke !== undefined || input.no_apps === true
    const proposal = yield* proposals.find(row.id)
    if (Option.isSome(proposal)) {
      yield* proposals.admit(proposal.value, row, { overridden, inApp: options === undefined })
    }
    const next = steps.find(({ step }) => step === row.current_step + 1)
    // An assistant's request was submitted by no member: a member who could start it alone may approve it.
    const isTheirs = Option.isSome(proposal) && isHrOrAdmin(actor.role)
    if (next === undefined && !isTheirs && !isAgreed(actor.userId, row, reached)) {
      return yield* new PermissionDenied({
        error: "You submitted this request, so another person must approve it. Delegate the step"
      })
    }
    if (next === undefined && overridden && actor.userId === row.initiated_by) {
      return yield* new PermissionDenied({
        error:
          "You submitted this request, so its last approval cannot change the apps. Edit the request instead, " +
          "and have it approved again"
      })
    }
    const now = yield* DateTime.now
    const notes = input.notes ?? null
    if (Option.isSome(current)) {
      yield* stepsRepo.decide(
        { orgId: actor.orgId, id: row.id, step: current.value.step },
        { status: "approved", by: actor.userId, at: now, sealedNotes: yield* sealing.seal(row.person_key_id, notes) }
      )
    }
    if (next !== undefined) {
      const advanced = { ...row, current_step: next.step, updated_at: now }
      yield* repo.update(advanced)
      yield* audit.record({
        action: "initiation_step_approved",
        target: target(row),
        details: [
          ...auditText`step ${row.current_step} of ${steps.length}, notes: ${personal(row.person_key_id, notes)}`,
          ...proposals.told(proposal)
        ]
      })
      yield* tellWaiting(advanced, next, actor.userId)
      return yield* sealing.presentOne(advanced)
    }

    const choice = overridden
      ? appsChoice({ apps: input.apps_to_revoke ?? [], noApps: input.no_apps === true })
      : appsChoice({ apps: row.apps_to_revoke, noApps: row.no_apps })
    if (Option.isNone(choice)) return yield* new AppsChoiceRequired()
    const revoked = Option.getOrNull(Option.map(proposal, ({ offboarding_id }) => offboarding_id))
    const created =
      revoked === null
        ? yield* createCase(row, choice.value, options?.source ?? "initiation").pipe(
            Effect.catchTag("PastExitDatePermission", () => Effect.fail(new ApprovalPastExitDate()))
          )
        : yield* proposals.revoke(revoked, row)
    const approved: InitiationRow = {
      ...row,
      apps_to_revoke: created.apps_to_revoke,
      no_apps: choice.value.noApps,
      status: "approved",
      reviewed_by: actor.userId,
      reviewed_at: now,
      offboarding_id: created.id,
      updated_at: now
    }
    yield* repo.update(approved)
    yield* audit.record({
      action: "initiation_approved",
      target: target(row),
      details: [
        ...auditText`last day: ${row.exit_date}, apps: ${choice.value.noApps ? "nothing to revoke" : created.apps_to_revoke.join(", ")}, notes: ${personal(row.person_key_id, notes)}`,
        ...proposals.told(proposal)
      ],
      offboardingId: created.id
    })
    yield* tellSubmitter(row, actor.userId, "approved")
    return yield* sealing.presentOne(approved)
  }, db.transact)

  const reject = Effect.fn("Initiations.reject")(function* (id: InitiationId, input: RejectInitiation) {
    const begun = yield* begin(id)
    const { actor, row } = begun
    const current = yield* admit(begun)
    const now = yield* DateTime.now
    const key = row.person_key_id
    const reason = input.rejection_reason
    const given = input.notes ?? ""
    const notes = given.trim() === "" ? null : given
    if (Option.isSome(current)) {
      yield* stepsRepo.decide(
        { orgId: actor.orgId, id: row.id, step: current.value.step },
        { status: "rejected", by: actor.userId, at: now, sealedNotes: yield* sealing.seal(key, notes ?? reason) }
      )
    }
    const rejected: InitiationRow = {
      ...row,
      status: "rejected",
      reviewed_by: actor.userId,
      reviewed_at: now,
      sealed_rejection_reason: yield* sealing.seal(key, reason),
      updated_at: now
    }
    yield* repo.update(rejected)
    yield* audit.record({
      action: "initiation_rejected",
      target: target(row),
      details: auditText`reason: ${personal(key, reason)}, notes: ${personal(key, notes)}`
    })
    yield* tellSubmitter(row, actor.userId, "rejected")
    return yield* sealing.presentOne(rejected)
  }, db.transact)

  const delegate = Effect.fn("Initiations.delegate")(function* (id: InitiationId, input: DelegateStep) {
    const begun = yield* begin(id)
    const { actor, reached, row } = begun
    if (reached.length === 0 && sees(actor, row)) {
      return yield* new DelegationInvalid({
        error: "This request has no approval chain, so there is no step to delegate"
      })
    }
    const admitted = yield* admit(begun)
    if (Option.isNone(admitted)) return yield* Effect.die("A request without a chain has no step")
    const current = admitted.value
    if (!mayAct(actor, { ...current, delegated_to: null }, row.employee_department)) {
      return yield* new PermissionDenied({
        error: "Only the designated approver of the current step can delegate it, not their delegate"
      })
    }
    const to = UserId.make(input.delegate_id.toLowerCase())
    if (to === actor.userId) {
      return yield* new DelegationInvalid({ error: "delegate_id: you cannot delegate a step to yourself" })
    }
    if (to === row.initiated_by) {
      return yield* new DelegationInvalid({
        error: "delegate_id: the requester cannot approve their own request"
      })
    }
    if (yield* facts.isPerson(actor.orgId, to, row)) {
      return yield* new DelegationInvalid({
        error: "delegate_id: the departing person cannot approve the request"
      })
    }
    if (!(yield* facts.isMember(actor.orgId, to))) {
      return yield* new DelegationInvalid({ error: "delegate_id: must be a member of this organization" })
    }
    const notes = input.notes ?? null
    yield* stepsRepo.delegate(
      { orgId: actor.orgId, id: row.id, step: current.step },
      {
        to,
        by: actor.userId,
        at: yield* DateTime.now,
        sealedNotes: yield* sealing.seal(row.person_key_id, notes)
      }
    )
    yield* audit.record({
      action: "initiation_delegated",
      target: target(row),
      details: auditText`step ${current.step}, to member ${to}, notes: ${personal(row.person_key_id, notes)}`
    })
    yield* outbox.append(actor.orgId, {
      _tag: "initiation.waiting",
      initiationId: row.id,
      userIds: [to],
      delegated: true
    })
    return { delegated: true as const, delegate_id: to, step: current.step }
  }, db.transact)

  return { approve, reject, delegate, acting }
})
