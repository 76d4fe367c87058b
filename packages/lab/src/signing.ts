import { createHash, randomInt, randomUUID } from "node:crypto"
import { plainPdf, type PlainPage } from "./plain-pdf.ts"

type EnvelopeStatus = "sent" | "delivered" | "signed" | "declined" | "voided" | "expired"

/** A document that one person is to sign, whatever its vendor calls it. */
export interface Envelope {
  readonly id: string
  /** What the sender knows it by: a transaction's id, an external id, metadata. */
  readonly mark: string
  readonly title: string
  readonly message: string
  readonly signer: { readonly name: string; readonly email: string }
  readonly file: { readonly name: string; readonly bytes: Uint8Array }
  readonly accessCode: string | undefined
  /** A code is texted to it. */
  readonly phone: string | undefined
  /** The code that was texted; none before the page was opened. */
  textedCode: string | undefined
  readonly createdAt: string
  readonly expiresAt: string | undefined
  /** Where to call about it; none where the address is the account's. */
  readonly callbackUrl: string | undefined
  status: EnvelopeStatus
  /** When `status` became what it is. */
  changedAt: string
  signedAt: string | undefined
  /** Why it was declined or voided. */
  reason: string | undefined
  reminders: number
  signed: Uint8Array | undefined
  certificate: Uint8Array | undefined
}

/** A way to the page of one envelope. */
export interface Door {
  readonly envelopeId: string
  /** Where the signer goes afterwards. */
  readonly returnUrl: string | undefined
  /** Opens once, and until then; a link in an email always does. */
  readonly once: { readonly until: number } | undefined
  opened: boolean
}

/** Changes of an envelope that are still to be sent. */
export interface DueCallback {
  readonly envelopeId: string
  readonly happened: "signed" | "declined" | "voided" | "expired"
}

/** What every stand-in for signing remembers; plain data. */
export interface SigningState {
  /** By their ids; tests find those of one mark with `envelopesOf`. */
  readonly envelopes: Map<string, Envelope>
  readonly doors: Map<string, Door>
  readonly mails: Array<{ readonly to: string; readonly subject: string; readonly url: string }>
  readonly texts: Array<{ readonly to: string; readonly code: string }>
  readonly due: Array<DueCallback>
  /**
   * The vendor's time in milliseconds; the machine's when undefined. What a caller says of time (an expiry, a claim of a
   * token) is judged only when it is set: callers under a test's clock live in another year.
   */
  now: number | undefined
}

export const signingSeed = (): SigningState => ({
  envelopes: new Map(),
  doors: new Map(),
  mails: [],
  texts: [],
  due: [],
  now: undefined
})

export const nowOf = (state: SigningState) => state.now ?? Date.now()
export const isoNow = (state: SigningState) => new Date(nowOf(state)).toISOString()

/** Every envelope of a mark: more than one is what must not be. */
export const envelopesOf = (state: SigningState, mark: string): ReadonlyArray<Envelope> =>
  [...state.envelopes.values()].filter((envelope) => envelope.mark === mark)

export const isPending = ({ status }: Envelope) => status === "sent" || status === "delivered"

type NewEnvelope = Pick<
  Envelope,
  "mark" | "title" | "message" | "signer" | "file" | "accessCode" | "phone" | "expiresAt" | "callbackUrl"
>

export const addEnvelope = (state: SigningState, given: NewEnvelope, id: string = randomUUID()): Envelope => {
  const at = isoNow(state)
  const envelope: Envelope = {
    ...given,
    id,
    createdAt: at,
    status: "sent",
    changedAt: at,
    textedCode: undefined,
    signedAt: undefined,
    reason: undefined,
    reminders: 0,
    signed: undefined,
    certificate: undefined
  }
  state.envelopes.set(id, envelope)
  return envelope
}

/** Answers the path of a new way to the envelope's page. */
export const addDoor = (
  state: SigningState,
  envelope: Envelope,
  more: Partial<Pick<Door, "once" | "returnUrl">> = {},
  key: string = randomUUID()
) => {
  state.doors.set(key, {
    envelopeId: envelope.id,
    once: more.once,
    returnUrl: more.returnUrl,
    opened: false
  })
  return `/sign/${key}`
}

export const mail = (state: SigningState, { signer, title }: Envelope, subject: string, url: string) =>
  void state.mails.push({ to: signer.email, subject: `${subject}: ${title}`, url })

/** Texts the code that the page asks for, once. */
export const textCode = (state: SigningState, envelope: Envelope) => {
  if (envelope.phone === undefined || envelope.textedCode !== undefined) return
  envelope.textedCode = String(randomInt(1_000_000)).padStart(6, "0")
  state.texts.push({ to: envelope.phone, code: envelope.textedCode })
}

const found = (state: SigningState, id: string): Envelope => {
  const envelope = state.envelopes.get(id)
  if (envelope === undefined) throw new Error(`The lab has no envelope ${id}`)
  return envelope
}

const end = (state: SigningState, id: string, status: DueCallback["happened"], at: string, reason?: string) => {
  const envelope = found(state, id)
  if (!isPending(envelope)) throw new Error(`Envelope ${id} is ${envelope.status} already`)
  envelope.status = status
  envelope.changedAt = at
  envelope.reason = reason
  state.due.push({ envelopeId: id, happened: status })
  return envelope
}

const checkOf = ({ accessCode, phone }: Envelope) => {
  if (accessCode !== undefined) return "access code"
  return phone === undefined ? "link in an email" : `code texted to ${phone}`
}

/** The signer signs; `vendor` is named in the papers. `certificateApart`: the certificate is a file of its own. */
export const signAs = (
  state: SigningState & { readonly papers: Papers },
  id: string,
  at: string = isoNow(state)
): Envelope => {
  const envelope = end(state, id, "signed", at)
  const { certificateApart, vendor } = state.papers
  const { file, signer, title } = envelope
  const digest = createHash("sha256").update(file.bytes).digest("hex")
  const document: PlainPage = {
    heading: title,
    lines: [
      `Document: ${file.name}`,
      `SHA-256 of the document: ${digest.slice(0, 32)}`,
      digest.slice(32),
      `Signed by ${signer.name} <${signer.email}>`,
      `Signed at ${at}`
    ],
    signature: signer.name
  }
  const certificate: PlainPage = {
    heading: certificateApart ? "Certificate of completion" : "Audit trail",
    lines: [
      `${vendor} request ${id}`,
      `Document: ${file.name}`,
      `Sent at ${envelope.createdAt} to ${signer.name} <${signer.email}>`,
      `Signer checked by ${checkOf(envelope)}`,
      `Signed at ${at}`
    ]
  }
  envelope.signedAt = at
  envelope.signed = plainPdf(title, signer.name, certificateApart ? [document] : [document, certificate])
  envelope.certificate = certificateApart ? plainPdf(`${title}: certificate`, vendor, [certificate]) : undefined
  return envelope
}

/** How a vendor's papers are made. */
export interface Papers {
  readonly vendor: string
  readonly certificateApart: boolean
}

/** The signer declines. */
export const declineAs = (state: SigningState, id: string, reason = "Declined by the signer", at = isoNow(state)) =>
  end(state, id, "declined", at, reason)

/** The signing deadline passed. */
export const expire = (state: SigningState, id: string, at = isoNow(state)) => end(state, id, "expired", at)

/** Ended by the sender, or on the vendor's own pages. */
export const voidAs = (state: SigningState, id: string, reason: string, at = isoNow(state)) =>
  end(state, id, "voided", at, reason)
