import type { ESignatureProvider } from "@svc/contract/esignature/schema"
import type { DocumentId } from "@svc/contract/kernel/ids"
import { PortalRecordNotFound } from "@svc/contract/portal/errors"
import { Effect, Option, Redacted } from "effect"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { AppConfig } from "#platform/config/config"
import { Db, type Transaction } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { Secrets } from "#platform/keys/secrets"
import { documentTarget, downloadName } from "#work/documents/service"
import { ESignatures } from "#work/esignature/service"
import { type Link, makeOpening } from "./opening.ts"
import { PortalRepo } from "./repo.ts"
import { mailboxPurpose, type Visit } from "./rules.ts"

const fileLinkLifetime = "15 minutes"

type Action = "portal_signing_opened" | "portal_document_downloaded"

/** Where a document is signed: none where the provider's email is the way. */
export interface Signing {
  readonly provider: ESignatureProvider
  readonly url: Option.Option<string>
}

/** What of a document leaves by the link, each recorded before it does (offboarding-136, offboarding-137). */
export const makePapers = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* PortalRepo
  const audit = yield* Audit
  const files = yield* Files
  const secrets = yield* Secrets
  const signatures = yield* ESignatures
  const { asHolder, caseOf, open } = yield* makeOpening
  const { baseUrl } = yield* AppConfig

  const pageOf = (token: Redacted.Redacted) => `${baseUrl}/portal/${encodeURIComponent(Redacted.value(token))}`

  /** Written with the link and its case still there, before anything leaves. */
  const record = (
    link: Link,
    { address, action, id, name }: Pick<Visit, "address"> & { action: Action; id: DocumentId; name: string }
  ) =>
    Effect.gen(function* () {
      const { offboarding } = yield* caseOf(link, { lock: false })
      yield* audit.record({
        action,
        target: documentTarget(name, offboarding),
        details: auditText`document: ${id}, from: ${personal(offboarding.person_key_id, address)}`,
        offboardingId: offboarding.id,
        orgEmployeeId: offboarding.directory_id
      })
    }).pipe(db.transact, asHolder(link))

  /** What a link finds of a document; nothing where it shows no documents. */
  const ofLink = <A>(link: Link, read: Effect.Effect<Option.Option<A>, never, Transaction>) =>
    Effect.gen(function* () {
      const { standing } = yield* caseOf(link, { lock: false })
      const found = standing.shows_documents ? yield* read : Option.none<A>()
      return Option.isNone(found) ? yield* new PortalRecordNotFound() : { standing, found: found.value }
    }).pipe(db.transact, asHolder(link))

  const signing = Effect.fn("Portal.signing")(function* ({ address, token }: Visit, id: DocumentId) {
    const link = yield* open(token)
    const { found, standing } = yield* ofLink(link, repo.signer(link, id))
    const { email, name, provider } = found
    const isTheirs =
      standing.mailbox_digest !== null &&
      secrets.hmacs(mailboxPurpose, email.toLowerCase()).includes(standing.mailbox_digest)
    if (!isTheirs) return { provider, url: Option.none<string>() }
    const url = yield* signatures.signingUrl(id, pageOf(token)).pipe(
      asHolder(link),
      Effect.catchTag("DocumentNotFound", () => new PortalRecordNotFound())
    )
    if (Option.isSome(url)) yield* record(link, { action: "portal_signing_opened", address, id, name })
    return { provider, url }
  })

  const file = Effect.fn("Portal.file")(function* ({ address, token }: Visit, id: DocumentId) {
    const link = yield* open(token)
    const { file_key, name } = (yield* ofLink(link, repo.file(link, id))).found
    const filename = downloadName(name, file_key)
    const url = yield* files.signedUrl(file_key, { expiresIn: fileLinkLifetime, filename }).pipe(
      Effect.tapError((failure) => Effect.logError("portal download failed", failure)),
      Effect.option
    )
    if (Option.isSome(url)) yield* record(link, { action: "portal_document_downloaded", address, id, name })
    return url
  })

  return { file, pageOf, signing }
})
