import { Caller } from "@svc/contract/kernel/access"
import type { LeaverTestId, OrgId } from "@svc/contract/kernel/ids"
import { LeaverTestNotFound, LeaverTestUnavailable } from "@svc/contract/leaver-test/errors"
import { leaverTestFile } from "@svc/contract/leaver-test/schema"
import { Context, Data, DateTime, Effect, Option, Redacted, type Stream } from "effect"
import { createHash, createPublicKey } from "node:crypto"
import { systemCaller } from "#platform/jobs/system-caller"
import { Audit, refusedUnrecorded } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { type FileNotFound, Files } from "#platform/files/files"
import type { StorageError } from "#platform/files/store"
import { Secrets } from "#platform/keys/secrets"
import { Signing } from "#platform/keys/signing"
import { layerOf } from "#platform/services/layer-of"
import { AuditorLinksRepo, type OpenedLink } from "./links-repo.ts"
import { auditorPurpose, isAuditorToken } from "./links-rules.ts"
import { statusAt, unavailable } from "./rules.ts"
import { renderPage } from "./page.ts"
import { makeLeaverNames } from "./sealed-names.ts"
import { LeaverTestsRepo } from "./tests-repo.ts"

/** Never issued, altered, expired, revoked, or for something that is not shown: one response for all. */
class LinkOpensNothing extends Data.TaggedError("LinkOpensNothing")<{}> {}

/** It could not be recorded or prepared, so it is not shown. */
class NotShown extends Data.TaggedError("NotShown")<{}> {}

/** The ZIP of a leaver test on its way. */
export interface AuditorFile {
  readonly content: Stream.Stream<Uint8Array, FileNotFound | StorageError>
  readonly size: number
  readonly sha256: string
  readonly filename: string
}

/** SHA-256 of the public key's DER, as verifiers print it. */
const fingerprintOf = (publicKeyPem: string) =>
  createHash("sha256")
    .update(createPublicKey(publicKeyPem).export({ format: "der", type: "spki" }))
    .digest("hex")

/** The auditor's page and ZIP of one leaver test, for the holder of a link (leaver-links-2). */
export class AuditorRoom extends Context.Service<
  AuditorRoom,
  {
    /** The page as HTML; recorded before anything of it is shown. */
    page(token: Redacted.Redacted, locale: string): Effect.Effect<string, LinkOpensNothing | NotShown>
    /** The ZIP, recorded before its first byte leaves. */
    file(token: Redacted.Redacted): Effect.Effect<AuditorFile, LinkOpensNothing | NotShown>
    /** The same page for a member of the organisation; also of a test whose ZIP is gone. */
    memberPage(
      id: LeaverTestId,
      locale: string
    ): Effect.Effect<string, LeaverTestNotFound | LeaverTestUnavailable, Caller>
  }
>()("svc/leaver-test/AuditorRoom") {
  static readonly layerNoDeps = layerOf(AuditorRoom, function* () {
    const db = yield* Db
    const links = yield* AuditorLinksRepo
    const tests = yield* LeaverTestsRepo
    const leaverNames = yield* makeLeaverNames
    const audit = yield* Audit
    const files = yield* Files
    const secrets = yield* Secrets
    const signing = yield* Signing
    const { baseUrl } = yield* AppConfig
    const fingerprint = Option.getOrNull(Option.map(signing.publicKeyPem, fingerprintOf))

    const opened = Effect.fnUntraced(function* (token: Redacted.Redacted) {
      const text = Redacted.value(token)
      if (!isAuditorToken(text)) return yield* new LinkOpensNothing()
      const found = yield* links.open(secrets.hmacs(auditorPurpose, text), yield* DateTime.now)
      return Option.isNone(found) ? yield* new LinkOpensNothing() : found.value
    })

    const read = Effect.fnUntraced(function* (orgId: OrgId, id: LeaverTestId) {
      const found = Option.getOrNull(yield* tests.show({ orgId, id }))
      if (found === null) return null
      const leavers = found.result?.exceptions.map(({ leaver_id }) => leaver_id) ?? []
      return {
        test: found,
        organisation: (yield* tests.organisation(orgId)).name,
        names: yield* leaverNames(orgId, [...new Set(leavers)])
      }
    })

    /** Counted and recorded with the read, or refused: no member of the organization acts here. */
    const visit = Effect.fnUntraced(
      function* (link: OpenedLink, action: "auditor_link_viewed" | "auditor_link_downloaded") {
        if (!(yield* links.count(link, yield* DateTime.now))) return yield* new LinkOpensNothing()
        const found = yield* read(link.orgId, link.testId)
        if (found === null) return yield* new LinkOpensNothing()
        yield* audit.record({
          action,
          target: auditText`Leaver access test`,
          details: auditText`test: ${link.testId}, link: ${link.id}, label: ${link.label}`
        })
        return found
      },
      db.transact,
      refusedUnrecorded("auditor link visit", () => new NotShown()),
      (effect, link) => Effect.provideService(effect, Caller, { ...systemCaller(link.orgId), source: "auditor_link" })
    )

    const page = Effect.fn("AuditorRoom.page")(function* (token: Redacted.Redacted, locale: string) {
      const link = yield* opened(token)
      const { names, organisation, test } = yield* visit(link, "auditor_link_viewed")
      const { result } = test
      if (result === null) return yield* Effect.die("A ready leaver test without its result")
      return renderPage({
        organisation,
        locale,
        test,
        result,
        names,
        fingerprint,
        now: yield* DateTime.now,
        link: { ...link, download: `${baseUrl}/auditor/${Redacted.value(token)}/leaver-test.zip` }
      })
    })

    const file = Effect.fn("AuditorRoom.file")(function* (token: Redacted.Redacted) {
      const link = yield* opened(token)
      const { test } = yield* visit(link, "auditor_link_downloaded")
      const { size } = yield* files.head(test.storage_key).pipe(
        Effect.tapError((failure) => Effect.logError("leaver access test ZIP not readable", failure)),
        Effect.mapError(() => new NotShown())
      )
      if (test.sha256 === null) return yield* Effect.die("A ready leaver test without its hash")
      return {
        content: files.get(test.storage_key),
        size,
        sha256: test.sha256,
        filename: leaverTestFile(test.parameters)
      }
    })

    const memberPage = Effect.fn("AuditorRoom.memberPage")(function* (id: LeaverTestId, locale: string) {
      const { orgId } = yield* Caller
      const found = yield* db.transact(read(orgId, id))
      if (found === null) return yield* new LeaverTestNotFound()
      const { test } = found
      const now = yield* DateTime.now
      if (test.result === null) {
        const refusal = unavailable(test.status)
        return refusal === undefined
          ? yield* Effect.die("A ready leaver test without its result")
          : yield* new LeaverTestUnavailable(refusal)
      }
      const shown = { ...test, status: statusAt(test, now) }
      return renderPage({ ...found, locale, test: shown, result: test.result, fingerprint, now, link: null })
    })

    return AuditorRoom.of({ page, file, memberPage })
  })
}
