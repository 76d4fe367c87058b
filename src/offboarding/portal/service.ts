import { Caller } from "@svc/contract/kernel/access"
import { CaseCompleted, ReadOnly } from "@svc/contract/kernel/errors"
import type { AssetId, ChecklistItemId, DocumentId } from "@svc/contract/kernel/ids"
import { PortalLinkInvalid, PortalRecordNotFound } from "@svc/contract/portal/errors"
import type { PortalPage } from "@svc/contract/portal/schema"
import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { Assets } from "#work/assets/service"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText } from "#audit/record/text"
import { Checklists } from "#work/checklists/service"
import { downloadName } from "#work/documents/service"
import { ESignatures } from "#work/esignature/service"
import { ExitInterviews } from "#work/exit-interviews/service"
import { AppConfig } from "#platform/config/config"
import { Db, type Transaction } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { Secrets } from "#platform/keys/secrets"
import { systemCaller } from "#access/system-caller"
import type { AddressedCase } from "#access/case-facts"
import { type OpenedLink, PortalRepo } from "./repo.ts"
import { isPortalToken, portalPurpose } from "./rules.ts"

const fileLinkLifetime = "15 minutes"

type Link = OpenedLink & { readonly digests: ReadonlyArray<string> }

/** Why a change by the link is not made. */
export type PortalRefusal = ReadOnly | PortalLinkInvalid | PortalRecordNotFound | CaseCompleted

/** The departing person's own page, for whoever holds its link (portal-1). */
export class Portal extends Context.Service<
  Portal,
  {
    /** A token that was never issued, was revoked or has expired is answered alike. */
    page(token: Redacted.Redacted): Effect.Effect<PortalPage, PortalLinkInvalid>
    /**
     * Where the person signs a document of theirs, asked of the provider now; none where the provider only mails it. What does
     * not wait for their signature is not found.
     */
    signingUrl(
      token: Redacted.Redacted,
      id: DocumentId
    ): Effect.Effect<Option.Option<string>, PortalLinkInvalid | PortalRecordNotFound>
    /** A task that falls to the person and follows no record; audited without an actor. */
    tick(
      token: Redacted.Redacted,
      id: ChecklistItemId,
      completed: boolean
    ): Effect.Effect<{ readonly id: ChecklistItemId; readonly completed: boolean }, PortalRefusal>
    /** The tracking number of something that the person sends back; audited without an actor. */
    track(
      token: Redacted.Redacted,
      id: AssetId,
      trackingNumber: string
    ): Effect.Effect<{ readonly id: AssetId; readonly tracking_number: string }, PortalRefusal>
  }
>()("svc/portal/Portal") {
  static readonly layerNoDeps = Layer.effect(
    Portal,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* PortalRepo
      const audit = yield* Audit
      const assets = yield* Assets
      const checklists = yield* Checklists
      const files = yield* Files
      const secrets = yield* Secrets
      const signatures = yield* ESignatures
      const interviews = yield* ExitInterviews
      const { baseUrl } = yield* AppConfig
      const base = baseUrl.replace(/\/$/, "")

      const open = Effect.fnUntraced(function* (token: Redacted.Redacted) {
        const text = Redacted.value(token)
        if (!isPortalToken(text)) return yield* new PortalLinkInvalid()
        const digests = secrets.hmacs(portalPurpose, text)
        const found = yield* repo.open(digests, yield* DateTime.now)
        return Option.isNone(found) ? yield* new PortalLinkInvalid() : { ...found.value, digests }
      })

      /** The case with its link still there: it may have been revoked since the token was looked up. */
      const caseOf = Effect.fnUntraced(function* (link: Link, { lock }: { readonly lock: boolean }) {
        const everything = { _tag: "All" } as const
        const found = yield* lock ? repo.lockCase(link, everything) : repo.findCase(link, everything)
        const valid = Option.isSome(found) && found.value.status !== "cancelled"
        if (!valid || !(yield* repo.isStill(link, link.digests))) return yield* new PortalLinkInvalid()
        return found.value
      })

      /** Nobody of the organisation acts here, so its log names no actor. */
      const asHolder =
        (link: OpenedLink) =>
        <A, E, R>(self: Effect.Effect<A, E, R>) =>
          Effect.provideService(self, Caller, {
            ...systemCaller(link.orgId),
            source: "portal",
            permissions: ["offboardings_edit"]
          })

      const fileLink = Effect.fnUntraced(function* (key: string | null, name: string) {
        if (key === null) return null
        return yield* files.signedUrl(key, { expiresIn: fileLinkLifetime, filename: downloadName(name, key) }).pipe(
          // The page stands without it.
          Effect.catch((failure) => Effect.as(Effect.logWarning("a document of the portal has no link", failure), null))
        )
      })

      const pageOf = (token: Redacted.Redacted) => `${base}/portal/${encodeURIComponent(Redacted.value(token))}`

      const signingUrl = Effect.fn("Portal.signingUrl")(function* (token: Redacted.Redacted, id: DocumentId) {
        const link = yield* open(token)
        const waits = yield* Effect.andThen(caseOf(link, { lock: false }), repo.isWaiting(link, id)).pipe(
          db.transact,
          asHolder(link)
        )
        if (!waits) return yield* new PortalRecordNotFound()
        return yield* signatures.signingUrl(id, pageOf(token)).pipe(
          asHolder(link),
          Effect.catchTag("DocumentNotFound", () => new PortalRecordNotFound())
        )
      })

      const interviewOf = Effect.fnUntraced(function* (link: Link) {
        const { booking_url, scheduled_for, status } = yield* interviews.show(link.offboardingId)
        return { booking_url, scheduled_for, status }
      })

      const page = Effect.fn("Portal.page")(function* (token: Redacted.Redacted) {
        const link = yield* open(token)
        const { content, offboarding } = yield* Effect.gen(function* () {
          const offboarding = yield* caseOf(link, { lock: false })
          return { offboarding, content: yield* repo.content(link, offboarding.directory_id) }
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
          documents: yield* Effect.forEach(content.documents, ({ file_key, signing_at, ...document }) =>
            Effect.map(fileLink(file_key, document.name), (download_url) => ({
              ...document,
              download_url,
              signing:
                signing_at === null ? null : { provider: signing_at, sign_url: `${pageOf(token)}/sign/${document.id}` }
            }))
          ),
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

      /** A change by whoever holds the link: of an organisation that may write, and a case that is not closed. */
      const changing = Effect.fnUntraced(function* <A, E>(
        token: Redacted.Redacted,
        change: (offboarding: AddressedCase) => Effect.Effect<A, E, Caller | Transaction>
      ) {
        const link = yield* open(token)
        if (link.readOnly) return yield* new ReadOnly()
        return yield* Effect.gen(function* () {
          const offboarding = yield* caseOf(link, { lock: true })
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

      const track = Effect.fn("Portal.track")((token: Redacted.Redacted, id: AssetId, trackingNumber: string) =>
        changing(
          token,
          Effect.fnUntraced(function* (offboarding) {
            const holder = offboarding.directory_id
            if (holder === null) return yield* new PortalRecordNotFound()
            const asset = yield* assets
              .track(id, { holder, trackingNumber })
              .pipe(Effect.catchTag("AssetNotFound", () => new PortalRecordNotFound()))
            return { id, tracking_number: asset.tracking_number }
          })
        )
      )

      return Portal.of({ page, signingUrl, tick, track })
    })
  )
}
