import type { ApprovalChainUnknown } from "@svc/contract/approval-chains/errors"
import type { InitiationSettings, UpdateInitiationSettings } from "@svc/contract/approval-chains/schema"
import {
  type ApprovalPastExitDate,
  type AppsChoiceRequired,
  type DelegationInvalid,
  type InitiationEdited,
  InitiationNotFound,
  type InitiationNotPending,
  type ProposalChanged,
  type StepActedOn,
  type TooManyProposals
} from "@svc/contract/initiations/errors"
import type {
  ApproveInitiation,
  Delegated,
  DelegateStep,
  Initiation,
  InitiationDetails,
  InitiationPage,
  InitiationProposal,
  InitiationStatus,
  InitiationView,
  RejectInitiation,
  SubmitInitiation,
  UpdateInitiation
} from "@svc/contract/initiations/schema"
import type { Caller } from "@svc/contract/kernel/access"
import type { PastExitDatePermission, PermissionDenied, StepUpRequired } from "@svc/contract/kernel/errors"
import type { InitiationId } from "@svc/contract/kernel/ids"
import type { OffsetParams } from "@svc/contract/kernel/paging"
import type { OffboardingDuplicate, OffboardingNotFound, UnknownApps } from "@svc/contract/offboardings/errors"
import { Context, Effect, Option, Result } from "effect"
import { ApprovalChains } from "#offboarding/approval-chains/service"
import { isOwn } from "#records/record-scope"
import { Db } from "#platform/database/db"
import type { Revocations } from "#access-removal/revocations/service"
import { layerOf } from "#platform/services/layer-of"
import { makeDecisions } from "./decisions.ts"
import { FactsRepo } from "./facts-repo.ts"
import { makeProposals } from "./proposals.ts"
import {
  makeProposing,
  type Proposed,
  type ProposedOffboarding,
  type ProposedRevocation,
  type Proposer
} from "./proposing.ts"
import { InitiationsRepo } from "./repo.ts"
import { admitDecision, governs, mayAct, reviewed, sees } from "./rules.ts"
import { makeSealing } from "./sealing.ts"
import { StepsRepo } from "./steps-repo.ts"
import { makeSubmission } from "./submission.ts"

export type { Proposed, Proposer } from "./proposing.ts"

type PreviewRefusal = Effect.Error<ReturnType<Revocations["Service"]["preview"]>>

/** Requests to begin an offboarding, and who agrees to them (initiations-1). */
export class Initiations extends Context.Service<
  Initiations,
  {
    /** Approved immediately, with its offboarding, for HR and admins and if approval is not required; else pending. */
    submit(
      input: SubmitInitiation
    ): Effect.Effect<
      Initiation,
      | AppsChoiceRequired
      | UnknownApps
      | ApprovalChainUnknown
      | PermissionDenied
      | PastExitDatePermission
      | OffboardingDuplicate,
      Caller
    >
    /** Newest first: the caller's own, and those that they review. */
    list(
      params: OffsetParams & { readonly status?: InitiationStatus; readonly view?: InitiationView }
    ): Effect.Effect<InitiationPage, never, Caller>
    /** Also for people who act or acted on one of its steps. */
    show(id: InitiationId): Effect.Effect<InitiationDetails, InitiationNotFound, Caller>
    /** Another name, address, last day or choice of apps takes the approvals given so far back (offboarding-53). */
    update(
      id: InitiationId,
      input: UpdateInitiation
    ): Effect.Effect<
      Initiation,
      | AppsChoiceRequired
      | UnknownApps
      | PermissionDenied
      | PastExitDatePermission
      | InitiationNotFound
      | InitiationNotPending,
      Caller
    >
    /**
     * The last approval creates the offboarding in the same transaction; refused there, all stays as it was.
     * `source` is where it was approved, other than in the app, and `revision` what was shown there.
     */
    approve(
      id: InitiationId,
      input: ApproveInitiation,
      options?: { readonly source: "slack"; readonly revision: number }
    ): Effect.Effect<
      Initiation,
      | AppsChoiceRequired
      | UnknownApps
      | ApprovalPastExitDate
      | PermissionDenied
      | InitiationNotFound
      | InitiationNotPending
      | InitiationEdited
      | StepActedOn
      | OffboardingDuplicate
      | ProposalChanged
      | StepUpRequired,
      Caller
    >
    reject(
      id: InitiationId,
      input: RejectInitiation
    ): Effect.Effect<
      Initiation,
      PermissionDenied | InitiationNotFound | InitiationNotPending | InitiationEdited | StepActedOn,
      Caller
    >
    /** Of the current step, to one delegate at a time. */
    delegate(
      id: InitiationId,
      input: DelegateStep
    ): Effect.Effect<
      Delegated,
      DelegationInvalid | PermissionDenied | InitiationNotFound | InitiationNotPending | InitiationEdited | StepActedOn,
      Caller
    >
    withdraw(
      id: InitiationId
    ): Effect.Effect<void, PermissionDenied | InitiationNotFound | InitiationNotPending, Caller>
    /** An assistant's proposal, for readers of the request. */
    proposal(id: InitiationId): Effect.Effect<InitiationProposal, InitiationNotFound, Caller>
    /** Pending until a person decides, whatever the key; the same plan again returns the pending one. */
    proposeOffboarding(
      input: ProposedOffboarding,
      by: Proposer
    ): Effect.Effect<
      Proposed,
      | AppsChoiceRequired
      | UnknownApps
      | PastExitDatePermission
      | OffboardingDuplicate
      | ApprovalChainUnknown
      | TooManyProposals,
      Caller
    >
    /** The same, of the access that a case is to end. */
    proposeRevocation(
      input: ProposedRevocation,
      by: Proposer
    ): Effect.Effect<Proposed, OffboardingNotFound | PreviewRefusal | ApprovalChainUnknown | TooManyProposals, Caller>
    readonly settings: Effect.Effect<InitiationSettings, never, Caller>
    changeSettings(input: UpdateInitiationSettings): Effect.Effect<InitiationSettings, ApprovalChainUnknown, Caller>
  }
>()("svc/initiations/Initiations") {
  static readonly layerNoDeps = layerOf(Initiations, function* () {
    const db = yield* Db
    const repo = yield* InitiationsRepo
    const stepsRepo = yield* StepsRepo
    const facts = yield* FactsRepo
    const chains = yield* ApprovalChains
    const sealing = yield* makeSealing
    const proposals = yield* makeProposals
    const { acting, approve, delegate, reject } = yield* makeDecisions

    const list = Effect.fn("Initiations.list")(function* ({
      limit,
      offset,
      status,
      view
    }: OffsetParams & { readonly status?: InitiationStatus; readonly view?: InitiationView }) {
      const actor = yield* acting
      const visible = {
        orgId: actor.orgId,
        userId: actor.userId,
        own: actor.records.own,
        reviewed: reviewed(actor),
        role: actor.role,
        roleId: actor.roleId,
        departments: actor.records._tag === "Departments" ? actor.records.departments : null,
        status,
        view
      }
      const rows = yield* sealing.present(yield* repo.page(visible, { limit, offset }))
      return { rows, total: yield* repo.count(visible), limit, offset }
    }, db.transact)

    const visible = Effect.fnUntraced(function* (id: InitiationId) {
      const actor = yield* acting
      const key = { orgId: actor.orgId, id }
      const found = yield* repo.find(key)
      if (Option.isNone(found)) return yield* new InitiationNotFound()
      const row = found.value
      if (isOwn(actor.records, row)) return yield* new InitiationNotFound()
      const steps = (yield* stepsRepo.list(key)).filter(({ step }) => step <= row.current_step)
      const takesPart = steps.some(
        (step) =>
          step.acted_by === actor.userId ||
          step.delegated_by === actor.userId ||
          mayAct(actor, step, row.employee_department)
      )
      if (!sees(actor, row) && !takesPart) return yield* new InitiationNotFound()
      return { actor, row, steps }
    })

    const show = Effect.fn("Initiations.show")(function* (id: InitiationId) {
      const { actor, row, steps } = yield* visible(id)
      const current = steps.at(-1)
      const yours =
        Result.isSuccess(admitDecision(actor, row, steps, row.current_step)) &&
        (steps.length > 0 || governs(actor, row))
      const handsOver =
        yours && current !== undefined && mayAct(actor, { ...current, delegated_to: null }, row.employee_department)
      const delegates = handsOver
        ? (yield* facts.members(actor.orgId, row)).filter(
            ({ user_id }) => user_id !== actor.userId && user_id !== row.initiated_by
          )
        : []
      const [shown] = yield* sealing.present([row])
      if (shown === undefined) return yield* Effect.die("One row is presented as one")
      return { ...shown, step_history: yield* sealing.presentSteps(steps), yours, delegates }
    }, db.transact)

    const proposal = Effect.fn("Initiations.proposal")(function* (id: InitiationId) {
      const { row } = yield* visible(id)
      return yield* proposals.view(row)
    }, db.transact)

    return Initiations.of({
      ...(yield* makeSubmission),
      ...(yield* makeProposing),
      list,
      show,
      proposal,
      approve,
      reject,
      delegate,
      settings: chains.settings,
      changeSettings: chains.changeSettings
    })
  })
}
