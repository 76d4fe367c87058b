import { Caller } from "@svc/contract/kernel/access"
import { CaseCompleted, ReadOnly } from "@svc/contract/kernel/errors"
import type { AssetId, ChecklistItemId, DocumentId } from "@svc/contract/kernel/ids"
import { type PortalLinkInvalid, PortalRecordNotFound } from "@svc/contract/portal/errors"
import type { PortalPage, TrackedPortalAsset, TrackPortalAsset } from "@svc/contract/portal/schema"
import { Context, DateTime, Effect, type Option, type Redacted } from "effect"
import { addressBlock } from "#access/client-address"
import { Assets } from "#work/assets/service"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText, personal } from "#audit/record/text"
import { Checklists } from "#work/checklists/service"
import { ExitInterviews } from "#work/exit-interviews/service"
import { Db, type Transaction } from "#platform/database/db"
import { Secrets } from "#platform/keys/secrets"
import type { AddressedCase } from "#records/case-facts"
import { layerOf } from "#platform/services/layer-of"
import { type Link, makeOpening } from "./opening.ts"
import { makePapers, type Signing } from "./papers.ts"
import { PortalRepo } from "./repo.ts"
import { viewerPurpose, type Visit } from "./rules.ts"

/** Why a change by the link is not made. */
export type PortalRefusal = ReadOnly | PortalLinkInvalid | PortalRecordNotFound | CaseCompleted

/** The employee portal, for the holder of its link (portal-1). */
export class Portal extends Context.Service<
  Portal,
  {
    /** Never issued, revoked, and expired tokens get the same response. */
    page(visit: Visit): Effect.Effect<PortalPage, PortalLinkInvalid>
    /**
     * Where the person signs a document, asked of the provider now: for a link that the service mailed to the signer's own
     * mailbox and to no member. What does not wait for their signature is not found.
     */
    signing(visit: Visit, id: DocumentId): Effect.Effect<Signing, PortalLinkInvalid | PortalRecordNotFound>
    /** Where the file of a document is read for 15 minutes; none while the storage gives no address. */
    file(visit: Visit, id: DocumentId): Effect.Effect<Option.Option<string>, PortalLinkInvalid | PortalRecordNotFound>
    /** A task that falls to the person and follows no record; audited without an actor. */
    tick(
      token: Redacted.Redacted,
      id: ChecklistItemId,
      completed: boolean
    ): Effect.Effect<{ readonly id: ChecklistItemId; readonly completed: boolean }, PortalRefusal>
    /** How something that the person has comes back; audited without an actor, and announced to the organization once. */
    track(
      token: Redacted.Redacted,
      id: AssetId,
      parcel: typeof TrackPortalAsset.Type
    ): Effect.Effect<typeof TrackedPortalAsset.Type, PortalRefusal>
  }
>()("svc/portal/Portal") {
  static readonly layerNoDeps = layerOf(Portal, function* () {
    const db = yield* Db
    const repo = yield* PortalRepo
    const audit = yield* Audit
    const assets = yield* Assets
    const checklists = yield* Checklists
    const secrets = yield* Secrets
    const interviews = yield* ExitInterviews
    const { asHolder, caseOf, open } = yield* makeOpening
    const { file, pageOf, signing } = yield* makePapers

    /** Recorded once an hour for each link and address, before anything is shown. */
    const noteView = Effect.fnUntraced(function* (link: Link, address: string, offboarding: AddressedCase) {
      const viewer = secrets.hmac(viewerPurpose, `${link.digests[0]} ${addressBlock(address)}`)
      if (!(yield* repo.noteView(link, viewer, yield* DateTime.now))) return
      yield* audit.record({
        ...aboutCase(offboarding),
        action: "portal_viewed",
        details: auditText`from: ${personal(offboarding.person_key_id, address)}`
      })
    })

    const interviewOf = Effect.fnUntraced(function* (link: Link) {
      const { booking_url, scheduled_for, status } = yield* interviews.show(link.offboardingId)
      return { booking_url, scheduled_for, status }
    })

    const page = Effect.fn("Portal.page")(function* ({ address, token }: Visit) {
      const link = yield* open(token)
      const { content, offboarding, standing } = yield* Effect.gen(function* () {
        const held = yield* caseOf(link, { lock: false })
        yield* noteView(link, address, held.offboarding)
        return { ...held, content: yield* repo.content(link, held.offboarding.directory_id) }
      }).pipe(db.transact, asHolder(link))
      const { manager_email } = offboarding
      const manager = manager_email === null || manager_email === "" ? null : { name: null, email: manager_email }
      const readOnly = link.readOnly ? ("read_only" as const) : null
      return {
        employee_name: offboarding.employee_name,
        exit_date: offboarding.exit_date,
        organisation_name: offboarding.organisation_name,
        expires_at: link.expiresAt,
        tasks: content.tasks,
        assets: content.assets,
        return_instructions: content.return_instructions,
        documents: (standing.shows_documents ? content.documents : []).map(({ file_key, signing_at, ...document }) => ({
          ...document,
          download_url: file_key === null ? null : `${pageOf(token)}/documents/${document.id}`,
          signing:
            signing_at === null ? null : { provider: signing_at, sign_url: `${pageOf(token)}/sign/${document.id}` }
        })),
        interview: yield* interviewOf(link).pipe(
          asHolder(link),
          Effect.catchTags({
            ExitInterviewNotFound: () => Effect.succeed(null),
            OffboardingNotFound: () => Effect.succeed(null)
          })
        ),
        contact: content.maker ?? manager,
        closed: offboarding.status === "completed" ? ("case_completed" as const) : readOnly
      }
    })

    /** A change by the link's holder: in a writable organization, and for a case that is not closed. */
    const changing = Effect.fnUntraced(function* <A, E>(
      token: Redacted.Redacted,
      change: (offboarding: AddressedCase) => Effect.Effect<A, E, Caller | Transaction>
    ) {
      const link = yield* open(token)
      if (link.readOnly) return yield* new ReadOnly()
      return yield* Effect.gen(function* () {
        const { offboarding } = yield* caseOf(link, { lock: true })
        if (offboarding.status === "completed") return yield* new CaseCompleted()
        return yield* change(offboarding)
      }).pipe(db.transact, asHolder(link))
    })

    const tick = Effect.fn("Portal.tick")((token: Redacted.Redacted, id: ChecklistItemId, completed: boolean) =>
      changing(
        token,
        Effect.fnUntraced(function* (offboarding) {
          const { orgId } = yield* Caller
          if (!(yield* repo.canTick({ orgId, offboardingId: offboarding.id }, id))) {
            return yield* new PortalRecordNotFound()
          }
          // The case is held and open, and the task is the person's own.
          const after = yield* Effect.orDie(checklists.update(id, { completed }))
          if (!after.unchanged) {
            yield* audit.record({
              action: "portal_task_ticked",
              ...aboutCase(offboarding),
              details: auditText`${after.task.task}: ${completed ? "done" : "open"}, by the portal link`
            })
          }
          return { id, completed }
        })
      )
    )

    const track = Effect.fn("Portal.track")(
      (token: Redacted.Redacted, id: AssetId, parcel: typeof TrackPortalAsset.Type) =>
        changing(
          token,
          Effect.fnUntraced(function* (offboarding) {
            const holder = offboarding.directory_id
            if (holder === null) return yield* new PortalRecordNotFound()
            const asset = yield* assets
              .track(id, { holder, offboarding, ...parcel })
              .pipe(Effect.catchTag("AssetNotFound", () => new PortalRecordNotFound()))
            return {
              id,
              tracking_number: asset.tracking_number,
              carrier: asset.tracking_number === "" ? "" : parcel.carrier
            }
          })
        )
    )

    return Portal.of({ page, signing, file, tick, track })
  })
}
