import { CaseFiles, ComplianceDocument, UploadedDocument } from "@svc/contract/documents/schema"
import { RequestedSignature, SignatureConnections, SignatureStatus } from "@svc/contract/esignature/schema"
import { Integration } from "@svc/contract/integrations/schema"
import { plainPdf } from "@svc/lab/plain-pdf"
import { Effect, Schedule, Schema } from "effect"
import fs from "node:fs"
import path from "node:path"
import { signIn } from "./customer.ts"
import { DemoFailed } from "./demo-failed.ts"
import { download } from "./http-call.ts"
import type { NeighboursControl } from "./neighbours-control.ts"
import { step } from "./printer.ts"
import { type Settings, shown } from "./settings.ts"
import { visit } from "./visit.ts"

type Session = Effect.Success<ReturnType<typeof signIn>>

interface SigningTools {
  readonly settings: Settings
  /** PEM, whom the browser trusts. */
  readonly authority: string
  readonly neighbours: NeighboursControl
}

interface LeavingTools {
  readonly baseUrl: string
  readonly account: Parameters<typeof signIn>[1]
  readonly neighbours: NeighboursControl
}

interface Person {
  readonly name: string
  readonly email: string
  readonly offboardingId: string
}

const Papers = Schema.Struct({ rows: Schema.Array(ComplianceDocument) })

/** At each start, because the emulator then has a new key. */
export const connectDocuSign = Effect.fnUntraced(function* (session: Session, neighbours: NeighboursControl) {
  const credential = yield* neighbours.docusign
  const { config, service_name } = yield* session.ask(
    "POST",
    "/api/integrations/docusign/connect",
    201,
    Integration,
    credential
  )
  const connections = yield* session.ask("GET", "/api/esignature/connections", 200, SignatureConnections)
  const connection = connections.find(({ provider }) => provider === "docusign")
  const address = connection?.callback_url ?? ""
  if (connection?.callbacks_verifiable !== true || address === "") {
    return yield* new DemoFailed({ message: `DocuSign's callback did not arrive: ${JSON.stringify(connections)}` })
  }
  step(
    "Connect DocuSign: POST /api/integrations/docusign/connect, GET /api/esignature/connections",
    `201 ${service_name}, signed in by JWT; account ${config?.["account_name"]}, private_key ${config?.["private_key"]}`,
    `200 its callbacks are verified by the Connect key, and come to ${address.slice(0, address.lastIndexOf(".") + 5)}…`
  )
})

const agreement = "Exit agreement"

/** Uploads a document and sends it to the leaver for signature. Returns the document with its signing page. */
const sendToSign = Effect.fnUntraced(function* (session: Session, { name, offboardingId }: Person) {
  const pdf = plainPdf(agreement, "Larkspur Studios", [
    { heading: agreement, lines: [`${name} leaves Larkspur Studios.`, "What belongs to the studio is returned."] }
  ])
  const form = new FormData()
  form.set("file", new File([new Uint8Array(pdf)], "exit-agreement.pdf", { type: "application/pdf" }))
  form.set("name", agreement)
  form.set("docType", "Agreement")
  const document = yield* session.upload(`/api/upload/compliance/${offboardingId}`, form, UploadedDocument)
  const requested = yield* session.ask("POST", `/api/esignature/request/${document.id}`, 200, RequestedSignature, {})
  const { requestId, signingUrl } = requested
  if (requestId === null || signingUrl === null) {
    return yield* new DemoFailed({ message: `DocuSign did not accept the document: ${JSON.stringify(requested)}` })
  }
  return { id: document.id, requestId, signingUrl, status: document.status, bytes: pdf.length }
})

const statusOf = (session: Session, id: string) =>
  session.ask("GET", `/api/esignature/status/${id}`, 200, SignatureStatus)

/** Long before the service would look by the clock: only the callback can make it so. */
const signedStatus = (session: Session, id: string) =>
  statusOf(session, id).pipe(
    Effect.filterOrFail(
      ({ status }) => status === "signed",
      () => undefined
    ),
    Effect.retry({ schedule: Schedule.spaced("100 millis"), times: 200, while: (error) => error === undefined }),
    Effect.mapError(
      (error) => error ?? new DemoFailed({ message: "The document was not signed in time: no callback arrived" })
    )
  )

/** What the provider gave back, by links that the service answers. */
const keepFiles = Effect.fnUntraced(function* (
  session: Session,
  { documentId, offboardingId }: { readonly documentId: string; readonly offboardingId: string },
  files: { readonly signed: string; readonly certificate: string }
) {
  const links = yield* session.ask("GET", `/api/upload/compliance-zip/${offboardingId}`, 200, CaseFiles)
  const link = links.files.find(({ id }) => id === documentId)
  const signedUrl = link?.signed_url ?? null
  const certificateUrl = link?.certificate_url ?? null
  if (signedUrl === null || certificateUrl === null) {
    return yield* new DemoFailed({ message: "The signed document has no signed file, or no certificate" })
  }
  const signed = yield* download({ method: "GET", url: signedUrl })
  const certificate = yield* download({ method: "GET", url: certificateUrl })
  fs.mkdirSync(path.dirname(files.signed), { recursive: true })
  fs.writeFileSync(files.signed, signed)
  fs.writeFileSync(files.certificate, certificate)
  return { signed: signed.length, certificate: certificate.length }
})

/** Sends a document to DocuSign, signs it in the browser, and saves the signed PDF and the certificate with the evidence. */
export const sign = Effect.fnUntraced(function* (
  { authority, mark, neighbours, settings }: SigningTools & { readonly mark: string },
  session: Session,
  person: Person
) {
  const sent = yield* sendToSign(session, person)
  const before = yield* statusOf(session, sent.id)
  const [mail] = yield* neighbours.docusignMails(person.email)
  if (mail === undefined) return yield* new DemoFailed({ message: `DocuSign sent no email to ${person.email}` })
  step(
    "A document to sign: POST /api/upload/compliance/{offboardingId}, POST /api/esignature/request/{documentId}",
    `201 ${agreement}, ${sent.bytes} bytes; 200 DocuSign has it as ${sent.requestId}, GET …/status/{documentId}: ${before.status}`,
    `the signing page: ${sent.signingUrl}`,
    `DocuSign's email to the person: “${mail.subject}”, with a signing link`
  )

  const page = yield* visit(authority, { url: sent.signingUrl })
  const form = /<form method="post" action="([^"]+)">/.exec(page)?.[1]
  if (form === undefined) return yield* new DemoFailed({ message: `The signing page has no form: ${page}` })
  const answer = yield* visit(authority, {
    url: new URL(form, sent.signingUrl).href,
    form: { action: "sign" }
  })
  step(
    `${person.name} signs in the browser: GET the page, POST its form with “Sign”`,
    `200 ${/<p role="status">([^<]+)</.exec(answer)?.[1] ?? answer}`
  )

  const after = yield* signedStatus(session, sent.id)
  yield* neighbours.awaitDelivery(
    "document.signed",
    (one) => one.event === "document.signed" && JSON.stringify(one.body).includes(sent.id)
  )
  const papers = yield* session.ask("GET", `/api/employees/${person.offboardingId}/compliance`, 200, Papers)
  const paper = papers.rows.find(({ id }) => id === sent.id)
  const folder = path.join(settings.dataDir, "evidence")
  const files = {
    signed: path.join(folder, `exit-agreement-${mark}-signed.pdf`),
    certificate: path.join(folder, `exit-agreement-${mark}-certificate.pdf`)
  }
  const bytes = yield* keepFiles(session, { documentId: sent.id, offboardingId: person.offboardingId }, files)
  step(
    "DocuSign calls back, and the service reads the status from DocuSign: GET /api/esignature/status/{documentId}",
    `200 ${after.status}; the document is ${paper?.status}, by ${paper?.signed_by}`,
    `the signed PDF, ${bytes.signed} bytes, saved as ${shown(files.signed)}`,
    `the certificate, ${bytes.certificate} bytes, saved as ${shown(files.certificate)}`
  )
})

/**
 * Another paper, for whoever tries the demo: answers the link of DocuSign's mail, which opens as often as one likes. It is
 * withdrawn at the end, because the stand-in's next start knows nothing of it.
 */
export const leaveToSign = Effect.fnUntraced(function* (
  { account, baseUrl, neighbours }: LeavingTools,
  person: Person
) {
  const session = yield* signIn(baseUrl, account)
  yield* Effect.acquireRelease(sendToSign(session, person), ({ id }) =>
    signIn(baseUrl, account).pipe(
      Effect.flatMap((again) => again.ask("POST", `/api/esignature/cancel/${id}`, 200, Schema.Unknown)),
      // It was signed.
      Effect.ignore
    )
  )
  const [mail] = yield* neighbours.docusignMails(person.email)
  return mail?.url ?? (yield* new DemoFailed({ message: `DocuSign sent no email to ${person.email}` }))
})
