import { type AdobeEvent, type AdobeSignState, adobeSender } from "./adobe-state.ts"
import { plainPdf } from "./plain-pdf.ts"
import type { Envelope } from "./signing.ts"
import type { LabAnswer } from "./vendor.ts"

/** The history: how it began, and how it ended, by the page or by a test. */
export const eventsOf = (agreement: Envelope): ReadonlyArray<AdobeEvent> => {
  const { changedAt, createdAt, reason, signer, status } = agreement
  const sender = {
    participantEmail: adobeSender.email,
    actingUserEmail: adobeSender.email,
    actingUserName: adobeSender.name
  }
  const theirs = { participantEmail: signer.email, actingUserEmail: signer.email, actingUserName: signer.name }
  const why = reason === undefined ? {} : { comment: reason }
  const ended: Partial<Record<Envelope["status"], ReadonlyArray<AdobeEvent>>> = {
    signed: [
      { type: "ESIGNED", date: changedAt, ...theirs },
      { type: "ACTION_COMPLETED", date: changedAt, ...theirs }
    ],
    declined: [{ type: "REJECTED", date: changedAt, ...theirs, ...why }],
    voided: [{ type: "RECALLED", date: changedAt, ...sender, ...why }],
    expired: [{ type: "EXPIRED", date: changedAt, ...sender }]
  }
  return [
    { type: "CREATED", date: createdAt, ...sender },
    { type: "ACTION_REQUESTED", date: createdAt, ...sender, participantEmail: signer.email },
    ...(ended[status] ?? [])
  ]
}

const pdf = (body: Uint8Array): LabAnswer => ({ status: 200, headers: { "content-type": "application/pdf" }, body })

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-"

/** `GET /agreements/{id}/combinedDocument`: before the signature, the PDF to sign. */
export const combinedDocument = ({ file, signed, title }: Envelope, state: AdobeSignState): LabAnswer => {
  if (state.preparing > 0) {
    state.preparing--
    return { status: 404, body: { code: "DOCUMENT_NOT_AVAILABLE", message: "The document is not available yet" } }
  }
  if (signed !== undefined) return pdf(signed)
  const lines = [`Document: ${file.name}`, "Not signed"]
  return pdf(isPdf(file.bytes) ? file.bytes : plainPdf(title, adobeSender.name, [{ heading: title, lines }]))
}

/** `GET /agreements/{id}/auditTrail`: there from the beginning. */
export const auditTrail = (agreement: Envelope): LabAnswer => {
  const { certificate, id, title } = agreement
  if (certificate !== undefined) return pdf(certificate)
  const lines = eventsOf(agreement).map(({ date, participantEmail, type }) => `${date} ${type} ${participantEmail}`)
  return pdf(plainPdf(`${title}: audit trail`, adobeSender.name, [{ heading: "Audit trail", lines: [id, ...lines] }]))
}
