import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { OffboardingCancelled, OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { PortalAddressMissing } from "@svc/contract/portal/errors"
import type { CreatedPortalLink, PortalLinkState } from "@svc/contract/portal/schema"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText, personal } from "#audit/record/text"
import { Mails } from "#outgoing/mails/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { Sms } from "#work/sms/service"
import { PortalRepo } from "./repo.ts"
import { expiryOf, portalMail, portalPurpose, recipientOf } from "./rules.ts"

/** The links by which departing people see their own page; one per case. */
export class PortalLinks extends Context.Service<
  PortalLinks,
  {
    show(id: OffboardingId): Effect.Effect<PortalLinkState, OffboardingNotFound, Caller>
    /**
     * In the place of the one before. `send` mails it to the person's own address, else to their work address, and texts
     * it to the phone that the directory has of them.
     */
    create(
      id: OffboardingId,
      options: { readonly send: boolean }
    ): Effect.Effect<CreatedPortalLink, PortalAddressMissing | OffboardingNotFound | OffboardingCancelled, Caller>
    /** Without a link nothing changes. */
    revoke(id: OffboardingId): Effect.Effect<void, OffboardingNotFound, Caller>
  }
>()("svc/portal/PortalLinks") {
  static readonly layerNoDeps = Layer.effect(
    PortalLinks,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* PortalRepo
      const audit = yield* Audit
      const mails = yield* Mails
      const secrets = yield* Secrets
      const randomness = yield* Randomness
      const sms = yield* Sms
      const { baseUrl } = yield* AppConfig

      /** The case, held; not found also when the caller may not see it. */
      const lockInScope = Effect.fnUntraced(function* (offboardingId: OffboardingId) {
        const { orgId, records } = yield* Caller
        const key = { orgId, offboardingId }
        const found = yield* repo.lockCase(key, records)
        return Option.isNone(found) ? yield* new OffboardingNotFound() : { key, offboarding: found.value }
      })

      const show = Effect.fn("PortalLinks.show")(function* (id: OffboardingId) {
        const { key } = yield* lockInScope(id)
        const link = Option.getOrNull(yield* repo.find(key, yield* DateTime.now))
        return {
          active: link !== null,
          created_at: link?.created_at ?? null,
          expires_at: link?.expires_at ?? null
        }
      }, db.transact)

      const create = Effect.fn("PortalLinks.create")(function* (
        id: OffboardingId,
        { send }: { readonly send: boolean }
      ) {
        const { orgId, userId } = yield* Caller
        const { offboarding } = yield* lockInScope(id)
        if (offboarding.status === "cancelled") return yield* new OffboardingCancelled()
        const recipient = send ? recipientOf(offboarding) : null
        if (send && recipient === null) return yield* new PortalAddressMissing()

        const now = yield* DateTime.now
        const token = yield* randomness.token(32)
        const url = `${baseUrl.replace(/\/$/, "")}/portal/${token}`
        const expiresAt = expiryOf(offboarding.exit_date, now)
        yield* repo.save({
          org_id: orgId,
          offboarding_id: id,
          token_digest: secrets.hmac(portalPurpose, token),
          created_by: userId,
          created_at: now,
          expires_at: expiresAt,
          identity: offboarding.identity
        })
        const expiresOn = DateTime.formatIsoDateUtc(expiresAt)
        if (recipient !== null) {
          yield* mails.queue({
            orgId,
            to: recipient.to,
            ...portalMail({
              name: offboarding.employee_name,
              organisation: offboarding.organisation_name,
              url,
              expiresOn
            })
          })
          if (offboarding.directory_id !== null) {
            const to = { orgId, employeeId: offboarding.directory_id, offboardingId: id }
            yield* sms.portalLink(to, { url, expiresOn })
          }
        }
        yield* audit.record({
          ...aboutCase(offboarding),
          action: "portal_link_created",
          details: auditText`good until ${expiresOn}, mailed to: ${
            recipient === null ? "nobody" : personal(offboarding.person_key_id, recipient.to)
          }`
        })
        return { url, expires_at: expiresAt, sent_to: recipient?.kind ?? null }
      }, db.transact)

      const revoke = Effect.fn("PortalLinks.revoke")(function* (id: OffboardingId) {
        const { key, offboarding } = yield* lockInScope(id)
        if (!(yield* repo.remove(key))) return
        yield* audit.record({
          ...aboutCase(offboarding),
          action: "portal_link_revoked",
          details: auditText`the link does not open the page any more`
        })
      }, db.transact)

      return PortalLinks.of({ show, create, revoke })
    })
  )
}
