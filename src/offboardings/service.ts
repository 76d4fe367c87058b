import { Caller } from "@svc/contract/kernel/access"
import type { EditCase } from "@svc/contract/cases/schema"
import type { PermissionDenied, PlanLimitReached } from "@svc/contract/kernel/errors"
import { pageMeta } from "@svc/contract/kernel/paging"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import {
  type AppsSelected,
  type CancelReasonRequired,
  type CompletedNotCancellable,
  type JurisdictionUnknown,
  type ManagerIsEmployee,
  type OffboardingCancelled,
  type OffboardingDuplicate,
  OffboardingNotFound,
  type StageGateClosed,
  type UnknownApps
} from "@svc/contract/offboardings/errors"
import {
  type CreatedOffboarding,
  type OffboardingDetails,
  type StageChangeSource,
  type UpdatedOffboarding,
  type UpdateOffboarding
} from "@svc/contract/offboardings/schema"
import { Context, Effect, Layer, Option } from "effect"
import { isCaseIn } from "#platform/record-scope"
import { makeConfirmations } from "./confirmations.ts"
import { type CreationOptions, makeCreation, type NewCase } from "./creation.ts"
import { type EditRefusal, makeEdit } from "./edit.ts"
import { OffboardingsReadRepo, type PageQuery } from "./read-repo.ts"
import { makeUpdate } from "./update.ts"

export type { EditRefusal } from "./edit.ts"
export type { AdmittedCase, CreationOptions, NewCase } from "./creation.ts"

export type CreationRefusal =
  | UnknownApps
  | ManagerIsEmployee
  | JurisdictionUnknown
  | PlanLimitReached
  | OffboardingDuplicate

/** The cases of departing people, and the only way to create or move one. */
export class Offboardings extends Context.Service<
  Offboardings,
  {
    /** `OffboardingPage` as JSON text, newest first: the busiest read, so its rows are never decoded here. */
    pageText(query: PageQuery): Effect.Effect<string, never, Caller>
    show(id: OffboardingId): Effect.Effect<OffboardingDetails, OffboardingNotFound, Caller>
    /** By whatever route: one event, one audit entry, one open case per address (D1, POST /api/v1/offboardings). */
    create<E = never>(
      input: NewCase,
      options: CreationOptions<E>
    ): Effect.Effect<CreatedOffboarding, CreationRefusal | E, Caller>
    /** Refuses what `create` would refuse, and writes nothing; `beside` counts those admitted before in the same go. */
    check<E = never>(
      input: NewCase,
      options: CreationOptions<E> & { readonly beside: number }
    ): Effect.Effect<void, CreationRefusal | E, Caller>
    /** Any field but the stage; the automatic revocation follows. The same values again change nothing. */
    edit(id: OffboardingId, input: EditCase): Effect.Effect<void, EditRefusal, Caller>
    /** Status and manager together or not at all (D1, "Offboarding status"; decisions 4). */
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
      | OffboardingDuplicate,
      Caller
    >
    /** An admin's word that a case without apps has nothing to revoke; a second time changes nothing. */
    confirmNoApps(
      id: OffboardingId
    ): Effect.Effect<void, PermissionDenied | OffboardingNotFound | OffboardingCancelled | AppsSelected, Caller>
    /** The word that everything lent to the person came back; a second time changes nothing. */
    confirmAssetReturn(id: OffboardingId): Effect.Effect<void, OffboardingNotFound | OffboardingCancelled, Caller>
  }
>()("svc/offboardings/Offboardings") {
  static readonly layerNoDeps = Layer.effect(
    Offboardings,
    Effect.gen(function* () {
      const reads = yield* OffboardingsReadRepo

      const pageText = Effect.fnUntraced(function* (query: PageQuery) {
        const { orgId } = yield* Caller
        const { data, total } = yield* reads.page(orgId, query)
        return `{"data":${data},"meta":${JSON.stringify(pageMeta(query, total))}}`
      })

      const show = Effect.fnUntraced(function* (id: OffboardingId) {
        const { orgId, records } = yield* Caller
        const found = yield* reads.find(orgId, id)
        if (Option.isNone(found) || !isCaseIn(records, found.value)) return yield* new OffboardingNotFound()
        return found.value
      })

      return Offboardings.of({
        pageText,
        show,
        ...(yield* makeCreation),
        edit: yield* makeEdit,
        update: yield* makeUpdate,
        ...(yield* makeConfirmations)
      })
    })
  )
}
