import { Caller } from "@svc/contract/kernel/access"
import { AuditorLinkId, type LeaverTestId } from "@svc/contract/kernel/ids"
import { AuditorLinkNotFound, LeaverTestNotFound, LeaverTestUnavailable } from "@svc/contract/leaver-test/errors"
import type { AuditorLinks as Listing, CreateAuditorLink, CreatedAuditorLink } from "@svc/contract/leaver-test/schema"
import { Context, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { layerOf } from "#platform/services/layer-of"
import { AuditorLinksRepo } from "./links-repo.ts"
import { auditorPurpose, linkEnd, shownLink } from "./links-rules.ts"
import { statusAt, unavailable } from "./rules.ts"
import { LeaverTestsRepo } from "./tests-repo.ts"

const target = auditText`Leaver access test`

/** Auditor links: each opens one leaver test without an account (leaver-links-1). */
export class AuditorLinks extends Context.Service<
  AuditorLinks,
  {
    /** For a ready test only; the link lasts no longer than the test. */
    create(
      test: LeaverTestId,
      link: CreateAuditorLink
    ): Effect.Effect<CreatedAuditorLink, LeaverTestNotFound | LeaverTestUnavailable, Caller>
    /** Also those that are over. */
    list(test: LeaverTestId): Effect.Effect<typeof Listing.Type, LeaverTestNotFound, Caller>
    /** Once; afterwards nothing changes. */
    revoke(
      test: LeaverTestId,
      link: AuditorLinkId
    ): Effect.Effect<void, LeaverTestNotFound | AuditorLinkNotFound, Caller>
  }
>()("svc/leaver-test/AuditorLinks") {
  static readonly layerNoDeps = layerOf(AuditorLinks, function* () {
    const db = yield* Db
    const repo = yield* AuditorLinksRepo
    const tests = yield* LeaverTestsRepo
    const audit = yield* Audit
    const secrets = yield* Secrets
    const randomness = yield* Randomness
    const { baseUrl } = yield* AppConfig

    const testOf = Effect.fnUntraced(function* (id: LeaverTestId) {
      const { orgId } = yield* Caller
      const found = yield* tests.find({ orgId, id })
      return Option.isNone(found) ? yield* new LeaverTestNotFound() : { orgId, test: found.value }
    })

    const linkOf = Effect.fnUntraced(function* (testId: LeaverTestId, id: AuditorLinkId) {
      const { orgId } = yield* testOf(testId)
      const key = { orgId, testId, id }
      const found = yield* repo.find(key)
      return Option.isNone(found) ? yield* new AuditorLinkNotFound() : { key, link: found.value }
    })

    const create = Effect.fn("AuditorLinks.create")(function* (id: LeaverTestId, asked: CreateAuditorLink) {
      const { userId } = yield* Caller
      const { orgId, test } = yield* testOf(id)
      const now = yield* DateTime.now
      const refusal = unavailable(statusAt(test, now))
      if (refusal !== undefined) return yield* new LeaverTestUnavailable(refusal)

      const token = yield* randomness.token(32)
      const linkId = AuditorLinkId.make(yield* randomness.uuid)
      const expiresAt = linkEnd(now, asked.expires_in_days, test.expires_at)
      yield* repo.insert({
        org_id: orgId,
        id: linkId,
        leaver_test_id: id,
        label: asked.label,
        token_digest: secrets.hmac(auditorPurpose, token),
        created_by: userId,
        created_at: now,
        expires_at: expiresAt
      })
      yield* audit.record({
        action: "auditor_link_created",
        target,
        details: auditText`test: ${id}, link: ${linkId}, valid until ${DateTime.formatIso(expiresAt)}, label: ${asked.label}`
      })
      const { link } = yield* Effect.orDie(linkOf(id, linkId))
      return { ...shownLink(link), url: `${baseUrl}/auditor/${token}` }
    }, db.transact)

    const list = Effect.fn("AuditorLinks.list")(function* (id: LeaverTestId) {
      const { orgId } = yield* testOf(id)
      return { links: (yield* repo.list({ orgId, testId: id })).map(shownLink) }
    }, db.transact)

    const revoke = Effect.fn("AuditorLinks.revoke")(function* (testId: LeaverTestId, id: AuditorLinkId) {
      const { key, link } = yield* linkOf(testId, id)
      if (!(yield* repo.revoke(key, yield* DateTime.now))) return
      yield* audit.record({
        action: "auditor_link_revoked",
        target,
        details: auditText`test: ${testId}, link: ${id}, label: ${link.label}`
      })
    }, db.transact)

    return AuditorLinks.of({ create, list, revoke })
  })
}
