import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { OffboardingCancelled, OffboardingNotFound } from "@svc/contract/offboardings/errors"
import type { PermissionDenied } from "@svc/contract/kernel/errors"
import { PortalAddressMissing, PortalReasonRequired } from "@svc/contract/portal/errors"
import type { CreatedPortalLink, CreatePortalLink, PortalLinkState } from "@svc/contract/portal/schema"
import { Context, DateTime, Effect, Option } from "effect"
import { admitLeaverMail } from "#access/leaver-mails"
import { RateLimits } from "#access/rate-limits"
import { checkPermission } from "#access/requirements"
import type { RetryLater } from "#platform/http/retry-later"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText, personal } from "#audit/record/text"
import { Mails } from "#outgoing/mails/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { Sms } from "#work/sms/service"
import { layerOf } from "#platform/services/layer-of"
import { PortalRepo } from "./repo.ts"
import { portalMail } from "./mail.ts"
import { expiryOf, isPersonsMailbox, mailboxPurpose, mayText, portalPurpose, recipientOf } from "./rules.ts"

type CreateRefused =
  | PortalAddressMissing
  | PortalReasonRequired
  | PermissionDenied
  | OffboardingNotFound
  | OffboardingCancelled
  | RetryLater

/** The links by which departing people see their own page; one per case. */
export class PortalLinks extends Context.Service<
  PortalLinks,
  {
    show(id: OffboardingId): Effect.Effect<PortalLinkState, OffboardingNotFound, Caller>
    /**
     * Replaces the previous one. It is sent by email to the personal address, else to the work email, and by text
     * message to the directory's phone number. A member with `compliance_manage` and a reason gets the URL too, or
     * instead: such a link opens no signing page (offboarding-135).
     */
    create(id: OffboardingId, options: CreatePortalLink): Effect.Effect<CreatedPortalLink, CreateRefused, Caller>
    /** Without a link nothing changes. */
    revoke(id: OffboardingId): Effect.Effect<void, OffboardingNotFound, Caller>
  }
>()("svc/portal/PortalLinks") {
  static readonly layerNoDeps = layerOf(PortalLinks, function* () {
    const db = yield* Db
    const repo = yield* PortalRepo
    const audit = yield* Audit
    const mails = yield* Mails
    const secrets = yield* Secrets
    const randomness = yield* Randomness
    const sms = yield* Sms
    const limits = yield* RateLimits
    const { baseUrl } = yield* AppConfig

    /** The case, locked; not found also if the caller cannot see it. */
    const lockInScope = Effect.fnUntraced(function* (offboardingId: OffboardingId) {
      const { orgId, records } = yield* Caller
      const key = { orgId, offboardingId }
      const found = yield* repo.lockCase(key, records)
      return Option.isNone(found) ? yield* new OffboardingNotFound() : { key, offboarding: found.value }
    })

    const show = Effect.fn("PortalLinks.show")(function* (id: OffboardingId) {
      const { key } = yield* lockInScope(id)
      const newest = Option.getOrNull(yield* repo.find(key, yield* DateTime.now))
      const isFormer = newest?.former_person === true
      const link = isFormer ? null : newest
      return {
        active: link !== null,
        delivery: link?.delivery ?? null,
        created_at: link?.created_at ?? null,
        expires_at: link?.expires_at ?? null,
        former_person: isFormer
      }
    }, db.transact)

    /** The case, held, and where the link goes; null where it is not mailed. */
    const addressed = Effect.fnUntraced(function* (id: OffboardingId, mailed: boolean) {
      const { offboarding } = yield* lockInScope(id)
      if (offboarding.status === "cancelled") return yield* new OffboardingCancelled()
      const recipient = mailed ? recipientOf(offboarding) : null
      if (mailed && recipient === null) return yield* new PortalAddressMissing()
      return { offboarding, recipient }
    })

    const make = Effect.fnUntraced(function* (
      id: OffboardingId,
      how: { readonly mailed: boolean; readonly reason?: string }
    ) {
      const caller = yield* Caller
      const { orgId, userId } = caller
      const { offboarding, recipient } = yield* addressed(id, how.mailed)
      const now = yield* DateTime.now
      const token = yield* randomness.token(32)
      const tokenDigest = secrets.hmac(portalPurpose, token)
      const url = `${baseUrl}/portal/${token}`
      const expiresAt = expiryOf(offboarding.exit_date, now)
      const isTheirs = recipient !== null && how.reason === undefined
      yield* repo.save({
        org_id: orgId,
        offboarding_id: id,
        token_digest: tokenDigest,
        created_by: userId,
        created_at: now,
        expires_at: expiresAt,
        identity: offboarding.identity,
        mailed_digest: isTheirs ? tokenDigest : null,
        mailbox_digest:
          isTheirs && isPersonsMailbox(recipient.kind, offboarding, caller)
            ? secrets.hmac(mailboxPurpose, recipient.to.toLowerCase())
            : null,
        viewer_digest: null,
        viewed_at: null
      })
      const expiresOn = DateTime.formatIsoDateUtc(expiresAt)
      if (recipient !== null) {
        yield* mails.queueTranslated({
          orgId,
          to: recipient.to,
          texts: portalMail({
            name: offboarding.employee_name,
            organisation: offboarding.organisation_name,
            url,
            expires: expiresAt
          })
        })
        if (offboarding.directory_id !== null && mayText(caller)) {
          const to = { orgId, employeeId: offboarding.directory_id, offboardingId: id }
          yield* sms.portalLink(to, { url, expiresOn })
        }
      }
      const key = offboarding.person_key_id
      const mailed = recipient === null ? auditText`not emailed` : auditText`emailed to: ${personal(key, recipient.to)}`
      yield* audit.record({
        ...aboutCase(offboarding),
        action: "portal_link_created",
        details: [
          ...auditText`valid until ${expiresOn}, `,
          ...mailed,
          ...(how.reason === undefined
            ? []
            : auditText`, URL shown to the member, reason: ${personal(key, how.reason)}`)
        ]
      })
      return {
        url: how.reason === undefined ? null : url,
        expires_at: expiresAt,
        sent_to: recipient?.kind ?? null
      }
    }, db.transact)

    const create = Effect.fn("PortalLinks.create")(function* (
      id: OffboardingId,
      { reason, send = reason === undefined }: CreatePortalLink
    ) {
      // Found before it is judged, so that a case out of sight is not found whatever is asked.
      yield* db.transact(addressed(id, send))
      if (reason !== undefined || !send) {
        yield* Effect.fromResult(checkPermission(yield* Caller, "compliance_manage"))
      }
      if (reason === undefined && !send) return yield* new PortalReasonRequired()
      if (send) yield* admitLeaverMail(limits, "portal-link", id)
      return yield* make(id, { mailed: send, ...(reason === undefined ? {} : { reason }) })
    })

    const revoke = Effect.fn("PortalLinks.revoke")(function* (id: OffboardingId) {
      const { key, offboarding } = yield* lockInScope(id)
      if (!(yield* repo.remove(key))) return
      yield* audit.record({
        ...aboutCase(offboarding),
        action: "portal_link_revoked",
        details: auditText`the link no longer works`
      })
    }, db.transact)

    return PortalLinks.of({ show, create, revoke })
  })
}
