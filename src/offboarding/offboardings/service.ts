import { Caller } from "@svc/contract/kernel/access"
import type { EditCase, PersonChanged } from "@svc/contract/cases/schema"
import type { LegalHoldInForce, PermissionDenied, PlanLimitReached, ReasonRequired } from "@svc/contract/kernel/errors"
import { pageMeta } from "@svc/contract/kernel/paging"
import type { OffboardingId, UserId } from "@svc/contract/kernel/ids"
import {
  type AccessEndsAfterEmployment,
  type AppsSelected,
  type CancelReasonRequired,
  type CompletedNotCancellable,
  type EmploymentEndsBeforeExit,
  type JurisdictionUnknown,
  type ManagerIsEmployee,
  type MemberHandover,
  type OffboardingBeingRevoked,
  type OffboardingCancelled,
  type OffboardingDuplicate,
  OffboardingNotFound,
  type OwnerUnknown,
  type StageGateClosed,
  type UnknownApps
} from "@svc/contract/offboardings/errors"
import type {
  ChangedStatuses,
  ChangeStatus,
  ChangeStatuses,
  DeletedOffboardings,
  DeleteOffboardings,
  DepartingMembers as DepartingMemberships,
  LegalHold,
  SetLegalHold
} from "@svc/contract/offboardings/lifecycle-schema"
import type {
  Assignees,
  ChangedOwners,
  ListAssignees,
  OffboardingOwner,
  SetOwners
} from "@svc/contract/offboardings/owner-schema"
import {
  type CreatedOffboarding,
  type OffboardingDetails,
  type StageChangeSource,
  type UpdatedOffboarding,
  type UpdateOffboarding
} from "@svc/contract/offboardings/schema"
import { Context, type DateTime, Effect, Option } from "effect"
import { isCaseIn } from "#records/record-scope"
import { layerOf } from "#platform/services/layer-of"
import { makeConfirmations } from "./confirmations.ts"
import { type CreationOptions, makeCreation, type NewCase } from "./creation.ts"
import { makeDeletion } from "./delete.ts"
import { type EditOptions, type EditRefusal, makeEdit } from "./edit.ts"
import { type Explained, makeExplain } from "./explain.ts"
import { makeLegalHold } from "./legal-hold.ts"
import { makeMembership } from "./membership.ts"
import { OffboardingsReadRepo, type PageQuery } from "./read-repo.ts"
import { makeRetentionPreview, type TriedRetention } from "./retention-preview.ts"
import { makeStatusChanges } from "./app-moves.ts"
import { makeUpdate } from "./move.ts"
import { makeOwners } from "./owner.ts"

export type { EditOptions, EditRefusal } from "./edit.ts"
export type { EditedField } from "./edit-rules.ts"
export type { AdmittedCase, CreationOptions, NewCase } from "./creation.ts"

export type CreationRefusal =
  | UnknownApps
  | ManagerIsEmployee
  | JurisdictionUnknown
  | EmploymentEndsBeforeExit
  | AccessEndsAfterEmployment
  | PlanLimitReached
  | OffboardingDuplicate

/** The cases of departing people, and the only way to create or move one. */
export class Offboardings extends Context.Service<
  Offboardings,
  {
    /** `OffboardingPage` as JSON in UTF-8, newest first: the busiest read, so its rows are never decoded here. */
    pageJson(query: PageQuery): Effect.Effect<Uint8Array, never, Caller>
    show(id: OffboardingId): Effect.Effect<OffboardingDetails, OffboardingNotFound, Caller>
    /** By whatever route: one event, one audit entry, one open case per address (cases-3, cases-12). */
    create<E = never>(
      input: NewCase,
      options: CreationOptions<E>
    ): Effect.Effect<CreatedOffboarding, CreationRefusal | E, Caller>
    /** Refuses what `create` would refuse, and writes nothing; `beside` counts those admitted before in the same go. */
    check<E = never>(
      input: NewCase,
      options: CreationOptions<E> & { readonly beside: number }
    ): Effect.Effect<void, CreationRefusal | E, Caller>
    /**
     * Any field but the stage; the automatic revocation follows. The same values again change nothing. Answers what it
     * undid when the case became another person's.
     */
    edit<E = never>(
      id: OffboardingId,
      input: EditCase,
      options?: EditOptions<E>
    ): Effect.Effect<Option.Option<PersonChanged>, EditRefusal | E, Caller>
    /** Status and manager together or not at all (cases-14). */
    update(
      id: OffboardingId,
      input: UpdateOffboarding,
      options: { readonly source: StageChangeSource }
    ): Effect.Effect<
      UpdatedOffboarding,
      | OffboardingNotFound
      | ManagerIsEmployee
      | OffboardingCancelled
      | CompletedNotCancellable
      | CancelReasonRequired
      | StageGateClosed
      | MemberHandover
      | OffboardingDuplicate,
      Caller
    >
    /** The status alone, as the app moves it; `override` completes with open tasks (stages-5). */
    changeStatus(
      id: OffboardingId,
      move: ChangeStatus
    ): Effect.Effect<
      UpdatedOffboarding,
      | PermissionDenied
      | OffboardingNotFound
      | OffboardingCancelled
      | CompletedNotCancellable
      | CancelReasonRequired
      | StageGateClosed
      | MemberHandover
      | OffboardingDuplicate,
      Caller
    >
    /** Which moves there are from where the case stands, and what each that is refused still asks for. Writes nothing. */
    explain(id: OffboardingId): Effect.Effect<Explained, OffboardingNotFound, Caller>
    /** The members of the organization whom the case is about, and what its completion ends. */
    membership(id: OffboardingId): Effect.Effect<DepartingMemberships, OffboardingNotFound, Caller>
    /** Each case in its own transaction; refusals are in the response. */
    changeStatuses(
      moves: ChangeStatuses
    ): Effect.Effect<ChangedStatuses, PermissionDenied | CancelReasonRequired, Caller>
    /** Deletes the case and everything of it permanently; its person stays in the directory. */
    remove(
      id: OffboardingId,
      options: { readonly reason: string; readonly source: "app" | "bulk" }
    ): Effect.Effect<void, OffboardingNotFound | LegalHoldInForce | OffboardingBeingRevoked, Caller>
    /** Each case in its own transaction; refusals are in the response. */
    removeAll(request: DeleteOffboardings): Effect.Effect<DeletedOffboardings, ReasonRequired, Caller>
    /** In whatever stage; what it is already changes nothing. */
    setLegalHold(
      id: OffboardingId,
      wished: SetLegalHold
    ): Effect.Effect<LegalHold, OffboardingNotFound | ReasonRequired, Caller>
    /** Members who can be made responsible, by name. */
    assignees(query: ListAssignees): Effect.Effect<Assignees, OffboardingNotFound, Caller>
    /** A member who can see the case, or null; the same owner again changes nothing. */
    setOwner(
      id: OffboardingId,
      ownerId: UserId | null
    ): Effect.Effect<OffboardingOwner, OffboardingNotFound | OwnerUnknown, Caller>
    /** All cases in one transaction; refusals are in the response. */
    setOwners(wished: SetOwners): Effect.Effect<ChangedOwners, never, Caller>
    /** An admin's word that a case without apps has nothing to revoke; a second time changes nothing. */
    confirmNoApps(
      id: OffboardingId
    ): Effect.Effect<void, PermissionDenied | OffboardingNotFound | OffboardingCancelled | AppsSelected, Caller>
    /** Confirms that all equipment came back; idempotent. */
    confirmAssetReturn(id: OffboardingId): Effect.Effect<void, OffboardingNotFound | OffboardingCancelled, Caller>
    /**
     * How many of the caller's cases the first night of a retention would delete: none under legal hold, and none that the
     * one before deletes until the night before. Cases that would be skipped that night are counted.
     */
    previewRetention(
      tried: TriedRetention
    ): Effect.Effect<{ readonly firstNight: DateTime.Utc; readonly offboardings: number }, never, Caller>
  }
>()("svc/offboardings/Offboardings") {
  static readonly layerNoDeps = layerOf(Offboardings, function* () {
    const reads = yield* OffboardingsReadRepo

    const pageJson = Effect.fnUntraced(function* (query: PageQuery) {
      const { orgId } = yield* Caller
      const { data, total } = yield* reads.page(orgId, query)
      return Buffer.concat([data, Buffer.from(`,"meta":${JSON.stringify(pageMeta(query, total))}}`)])
    })

    const show = Effect.fnUntraced(function* (id: OffboardingId) {
      const { orgId, records } = yield* Caller
      const found = yield* reads.find(orgId, id)
      if (Option.isNone(found) || !isCaseIn(records, found.value)) return yield* new OffboardingNotFound()
      return found.value
    })

    const move = yield* makeUpdate

    return Offboardings.of({
      pageJson,
      show,
      ...(yield* makeCreation),
      edit: yield* makeEdit,
      update: (id, input, options) => Effect.map(move(id, input, options), ({ row }) => row),
      ...makeStatusChanges(move),
      explain: yield* makeExplain,
      membership: yield* makeMembership,
      ...(yield* makeDeletion),
      setLegalHold: yield* makeLegalHold,
      ...(yield* makeOwners),
      ...(yield* makeConfirmations),
      previewRetention: yield* makeRetentionPreview
    })
  })
}
