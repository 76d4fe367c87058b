import type { Caller } from "@svc/contract/kernel/access"
import { type OrgId, Uuid } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option, Redacted, Schema } from "effect"
import { Mails } from "#outgoing/mails/service"
import { AppConfig } from "#platform/config/config"
import { Randomness } from "#platform/crypto/random"
import { Db } from "#platform/database/db"
import { signatureNote } from "#platform/keys/signature-note"
import { boundTo, Secrets } from "#platform/keys/secrets"
import { MailFailed } from "#platform/mail/mail"
import type { WrittenLanguage } from "#records/organisation-language"
import { IssuedPdfs } from "#reports/report-pdfs/issued-pdfs"
import { layerOf } from "#platform/services/layer-of"
import type { ReportContent } from "./content.ts"
import { mailOf } from "./mail.ts"
import { pdfOf } from "./pdf.ts"
import type { ReportRow } from "./reports-repo.ts"
import { type Audience, audienceKey } from "./rules.ts"
import { type Copy, type RunKey, RunsRepo } from "./runs-repo.ts"

const Stored = Schema.fromJsonString(
  Schema.Struct({
    subject: Schema.String,
    text: Schema.String,
    html: Schema.String,
    attachments: Schema.Array(
      Schema.Struct({ filename: Schema.String, contentType: Schema.String, content: Schema.Uint8ArrayFromBase64 })
    )
  })
)
type Stored = typeof Stored.Type
const encode = Schema.encodeEffect(Stored)
const decode = Schema.decodeEffect(Stored)

const placeOf = (orgId: OrgId, id: string) =>
  boundTo({ orgId, table: "scheduled_report_copies", column: "sealed_mail", rowId: id })

interface Recipient {
  readonly address: string
  readonly lower: string
  readonly audience: Audience
}

/** What each recipient gets, kept until it was sent: so that a second try sends the very same. */
export class ReportCopies extends Context.Service<
  ReportCopies,
  {
    /**
     * The copies that did not go yet. One is made where there is none, and again where the recipient may read other
     * records than it covers.
     */
    prepare(
      key: RunKey,
      report: ReportRow,
      to: {
        readonly recipients: ReadonlyArray<Recipient>
        readonly contentFor: (
          audience: Audience,
          language: WrittenLanguage
        ) => Effect.Effect<ReportContent, never, Caller>
      }
    ): Effect.Effect<
      {
        readonly unsent: ReadonlyArray<{ readonly address: string; readonly copy: Copy }>
        readonly failures: ReadonlyArray<string>
      },
      never,
      Caller
    >
    open(orgId: OrgId, id: string, sealed: string): Effect.Effect<Stored, MailFailed>
  }
>()("svc/scheduled-reports/ReportCopies") {
  static readonly layerNoDeps = layerOf(ReportCopies, function* () {
    const db = yield* Db
    const runs = yield* RunsRepo
    const secrets = yield* Secrets
    const randomness = yield* Randomness
    const pdfs = yield* IssuedPdfs
    const mails = yield* Mails
    const { baseUrl } = yield* AppConfig

    /** The PDF of one copy, with its signature; the entry that names it is written when it was sent. */
    const attached = Effect.fnUntraced(function* (content: ReportContent) {
      const filename = `report-${DateTime.formatIsoDateUtc(yield* DateTime.now)}.pdf`
      const issued = yield* pdfs.issue(pdfOf(content), () => Effect.void)
      const pdf = { filename, contentType: "application/pdf", content: issued.bytes }
      const signature = Option.map(issued.signature, (base64) => ({
        filename: `${filename}.sig`,
        contentType: "application/octet-stream",
        // The bare 64 bytes, as OpenSSL takes them.
        content: Uint8Array.from(Buffer.from(base64, "base64"))
      }))
      return {
        id: issued.documentId,
        sha256: issued.sha256,
        keyId: Option.getOrNull(issued.keyId),
        attachments: [pdf, ...Option.toArray(signature)]
      }
    })

    const withoutPdf = Effect.map(randomness.uuid, (id) => ({ id, sha256: null, keyId: null, attachments: [] }))

    const make = Effect.fnUntraced(function* (
      key: RunKey,
      { include_pdf }: ReportRow,
      { audience, lower }: Recipient,
      content: ReportContent
    ) {
      const proof = yield* include_pdf ? attached(content) : withoutPdf
      const id = Uuid.make(proof.id)
      const page = audience._tag === "Rows" ? `${baseUrl}/reports/scheduled` : null
      const text = mailOf(content, include_pdf, signatureNote(Option.fromNullishOr(proof.keyId), baseUrl), page)
      const mail: Stored = {
        subject: text.subject,
        ...mails.render(text),
        attachments: proof.attachments
      }
      const copy: Copy = {
        lower_recipient: lower,
        id,
        status: "pending",
        for_user: audience._tag === "Rows",
        audience: audienceKey(audience),
        sha256: proof.sha256,
        key_id: proof.keyId
      }
      const json = yield* Effect.orDie(encode(mail))
      const sealed = yield* secrets.seal(json, placeOf(key.orgId, id))
      yield* db.transact(runs.saveCopy({ ...key, ...copy, sealed_mail: sealed }))
      return copy
    })

    const prepare: ReportCopies["Service"]["prepare"] = Effect.fnUntraced(function* (key, report, to) {
      const known = new Map((yield* db.transact(runs.copies(key))).map((copy) => [copy.lower_recipient, copy] as const))
      const unsent: Array<{ readonly address: string; readonly copy: Copy }> = []
      const failures: Array<string> = []
      for (const recipient of to.recipients) {
        const copy = known.get(recipient.lower)
        if (copy?.status === "sent") continue
        const { audience } = recipient
        // Totals are the same for anyone who reads them.
        const isCurrent =
          copy?.for_user === false ? audience._tag === "Totals" : copy?.audience === audienceKey(audience)
        if (copy !== undefined && isCurrent) {
          unsent.push({ address: recipient.address, copy })
          continue
        }
        const language = yield* db.transact(mails.languageOf(key.orgId, recipient.address))
        const made = yield* Effect.result(make(key, report, recipient, yield* to.contentFor(audience, language)))
        if (made._tag === "Success") {
          unsent.push({ address: recipient.address, copy: made.success })
        } else {
          yield* Effect.logError("scheduled report PDF failed", made.failure)
          failures.push("The PDF could not be created")
        }
      }
      return { unsent, failures }
    })

    const open = Effect.fnUntraced(function* (orgId: OrgId, id: string, sealed: string) {
      return yield* secrets.open(sealed, placeOf(orgId, id)).pipe(
        Effect.flatMap((json) => decode(Redacted.value(json))),
        Effect.mapError(() => new MailFailed({ retryable: false, message: "The stored copy cannot be read" }))
      )
    })

    return ReportCopies.of({ prepare, open })
  })
}
