import type { CredentialRefused, VendorUnanswering } from "@svc/contract/integrations/errors"
import {
  type ExitDateRequired,
  type HrisReviewDecided,
  type HrisReviewNotFound,
  HrisSignatureInvalid,
  type SourceFailed,
  type SourceNotConnected,
  type SyncRunning
} from "@svc/contract/hris/errors"
import {
  type AcceptHrisReview,
  type ConnectHris,
  type DismissHrisReview,
  type HrisOrigin,
  type HrisProvider,
  type HrisReview,
  type HrisReviewPage,
  type ListHrisReviews,
  type SyncReport
} from "@svc/contract/hris/schema"
import type { Integration } from "@svc/contract/integrations/schema"
import { Caller } from "@svc/contract/kernel/access"
import type {
  ApprovalRequired,
  CaseCompleted,
  OutsideRecordScope,
  PastExitDatePermission
} from "@svc/contract/kernel/errors"
import type { HrisReviewId, HrisWebhookId, OrgId } from "@svc/contract/kernel/ids"
import { planFeatures } from "@svc/contract/kernel/plans"
import { Context, DateTime, Effect, Option, Redacted } from "effect"
import { Integrations } from "#connections/integrations/service"
import type { CreationRefusal } from "#offboarding/offboardings/service"
import { eachDue } from "#platform/jobs/each-due"
import { Db } from "#platform/database/db"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import { makeConnecting, serviceName } from "./connect.ts"
import { HrisRepo } from "./repo.ts"
import { makeReviews } from "./reviews.ts"
import { isSigned, type SignedCall } from "./signature.ts"
import { makeLeavings } from "./leavings.ts"
import { makeSync } from "./sync.ts"

type AcceptRefusal =
  | ExitDateRequired
  | HrisReviewNotFound
  | HrisReviewDecided
  | Exclude<CreationRefusal, { readonly _tag: "ManagerIsEmployee" | "JurisdictionUnknown" }>
  | PastExitDatePermission
  | OutsideRecordScope
  | CaseCompleted
  | ApprovalRequired

/** Of the providers that sign their calls. */
const signing: ReadonlyArray<HrisProvider> = ["bamboohr", "hibob", "merge"]

const emptyRound = { synced: 0, skipped: 0, failed: 0, offboardings: 0, reviews: 0 }

/** People as systems of record have them (hr-systems-1). */
export class Hris extends Context.Service<
  Hris,
  {
    /** Proves the credential, then keeps it; a reconnect keeps the address for the provider's calls. */
    connect(request: ConnectHris): Effect.Effect<Integration, CredentialRefused | VendorUnanswering, Caller>
    /** Imports all people. What it did before a failure stays. */
    sync(origin: HrisOrigin): Effect.Effect<SyncReport, SourceNotConnected | SyncRunning | SourceFailed, Caller>
    /**
     * Every connected organization, one after the other; skips suspended and read-only ones, those without the feature,
     * and those with a running sync.
     */
    syncAll(orgId: OrgId | undefined): Effect.Effect<typeof emptyRound>
    /** Deletes leavings that are kept no longer (offboarding-131). */
    expireLeavings(orgId: OrgId | undefined): Effect.Effect<void>
    /** The syncs for which providers' calls asked. */
    syncAsked(orgId: OrgId | undefined): Effect.Effect<typeof emptyRound>
    /** A provider's call: it makes a sync run soon, and nothing of what it says is believed. */
    receive(webhookId: HrisWebhookId, call: SignedCall): Effect.Effect<void, HrisSignatureInvalid>
    /** Of people in the caller's scope. */
    reviews(query: ListHrisReviews): Effect.Effect<HrisReviewPage, never, Caller>
    acceptReview(id: HrisReviewId, input: AcceptHrisReview): Effect.Effect<HrisReview, AcceptRefusal, Caller>
    dismissReview(
      id: HrisReviewId,
      input: DismissHrisReview
    ): Effect.Effect<HrisReview, HrisReviewNotFound | HrisReviewDecided, Caller>
  }
>()("svc/hris/Hris") {
  static readonly layerNoDeps = layerOf(Hris, function* () {
    const db = yield* Db
    const repo = yield* HrisRepo
    const integrations = yield* Integrations
    const reviews = yield* makeReviews
    const sync = yield* makeSync
    const leavings = yield* makeLeavings

    const hasFeature = Effect.fnUntraced(function* (orgId: OrgId) {
      const organisation = yield* repo.organisation(orgId, yield* DateTime.now)
      return Option.isSome(organisation) && planFeatures[organisation.value.plan].includes("hrisIntegration")
    })

    const syncOne = Effect.fnUntraced(function* (orgId: OrgId) {
      if (!(yield* hasFeature(orgId))) return { skipped: 1 }
      return yield* sync("hris").pipe(
        Effect.map((report) => ({
          synced: 1,
          offboardings: report.offboardings_created,
          reviews: report.for_review
        })),
        Effect.catchTags({
          SourceNotConnected: () => Effect.succeed({ skipped: 1 }),
          SyncRunning: () => Effect.succeed({ skipped: 1 }),
          SourceFailed: ({ error }) =>
            Effect.as(Effect.logWarning("hr system not read", { orgId, reason: error }), { failed: 1 })
        })
      )
    })

    const syncEach = (orgIds: ReadonlyArray<OrgId>) =>
      eachDue({
        due: () => Effect.succeed(orgIds.map((org_id) => ({ org_id }))),
        work: ({ org_id }) => syncOne(org_id),
        says: "hr sync failed",
        none: emptyRound
      })

    const syncAll = Effect.fn("Hris.syncAll")(function* (orgId: OrgId | undefined) {
      return yield* syncEach(yield* integrations.connectedOf(serviceName, orgId))
    })

    const syncAsked = Effect.fn("Hris.syncAsked")(function* (orgId: OrgId | undefined) {
      return yield* syncEach(yield* repo.takeRequests(yield* DateTime.now, orgId))
    })

    const receive = Effect.fn("Hris.receive")(function* (webhookId: HrisWebhookId, call: SignedCall) {
      const owners = yield* Effect.forEach(signing, (protocol) =>
        integrations.ownersOf({ protocol, name: "webhook_id", value: webhookId })
      )
      for (const { id, org_id } of owners.flat()) {
        const caller = systemCaller(org_id)
        const connection = yield* integrations.connection(serviceName).pipe(
          Effect.catchTag("SecretUnreadable", () => Effect.succeedNone),
          Effect.provideService(Caller, caller)
        )
        if (Option.isNone(connection) || connection.value.id !== id) continue
        const provider = signing.find((name) => name === connection.value.protocol)
        const secret = connection.value.secrets.get("webhook_secret")
        if (provider === undefined || secret === undefined) continue
        if (!isSigned(provider, Redacted.value(secret), call)) continue
        const now = yield* DateTime.now
        return yield* db.transact(repo.request(org_id, id, now)).pipe(Effect.provideService(Caller, caller))
      }
      return yield* new HrisSignatureInvalid()
    })

    return Hris.of({
      connect: yield* makeConnecting,
      sync,
      syncAll,
      expireLeavings: leavings.expire,
      syncAsked,
      receive,
      reviews: reviews.list,
      acceptReview: reviews.accept,
      dismissReview: reviews.dismiss
    })
  })
}
