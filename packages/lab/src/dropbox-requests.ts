import { createHash, randomUUID } from "node:crypto"
import type { DropboxRequest, DropboxSignState } from "./dropbox-state.ts"
import { fieldsOf, isEmail, textOf } from "./fields.ts"
import { fieldOf, type Part, partsOf } from "./multipart.ts"
import { plainPdf } from "./plain-pdf.ts"
import { addDoor, addEnvelope, type Envelope, isPending, mail, nowOf, voidAs } from "./signing.ts"
import type { Faults, LabAnswer, LabRequest } from "./vendor.ts"

export const refused = (status: number, name: string, message: string, path?: string): LabAnswer => ({
  status,
  body: { error: { error_msg: message, error_name: name, ...(path === undefined ? {} : { error_path: path }) } }
})
const bad = (message: string, path?: string) => refused(400, "bad_request", message, path)

const newId = () => createHash("sha1").update(randomUUID()).digest("hex")
const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000)

const signatureStatus = ({ status }: Envelope) =>
  status === "signed" || status === "declined" || status === "expired" ? status : "awaiting_signature"

/** A request as the API and the callbacks show it. */
export const shownRequest = (envelope: Envelope, state: DropboxSignState, origin: string) => {
  const { createdAt, expiresAt, id, message, reason, signedAt, signer, status, title } = envelope
  const more = state.requests.get(id)
  return {
    signature_request_id: id,
    test_mode: more?.testMode ?? false,
    title,
    original_title: title,
    subject: more?.subject ?? "",
    message,
    metadata: more?.metadata ?? {},
    created_at: seconds(createdAt),
    expires_at: expiresAt === undefined ? null : seconds(expiresAt),
    is_complete: status === "signed",
    is_declined: status === "declined",
    has_error: false,
    signing_url: `${origin}/sign/${more?.signatureId ?? ""}`,
    details_url: `${origin}/home/manage?guid=${id}`,
    requester_email_address: "owner@acme.test",
    signatures: [
      {
        signature_id: more?.signatureId ?? "",
        signer_email_address: signer.email,
        signer_name: signer.name,
        order: null,
        status_code: signatureStatus(envelope),
        signed_at: signedAt === undefined ? null : seconds(signedAt),
        has_pin: envelope.accessCode !== undefined,
        has_sms_auth: envelope.phone !== undefined,
        ...(status === "declined" ? { decline_reason: reason ?? "" } : {})
      }
    ]
  }
}

const answer = ({ origin }: LabRequest, envelope: Envelope, state: DropboxSignState): LabAnswer => ({
  status: 200,
  body: { signature_request: shownRequest(envelope, state, origin) }
})

const isTrue = (text: string) => text === "1" || text === "true"

const hour = 3600
const day = 24 * hour

/** An expiry in seconds since 1970 is 1 to 90 days ahead; how far ahead is judged only under a time that was set. */
const isExpiry = (text: string, { now }: DropboxSignState) => {
  if (!/^\d{1,10}$/.test(text)) return false
  if (now === undefined) return true
  const ahead = Number(text) - now / 1000
  return ahead >= day && ahead <= 90 * day
}

/** Dropbox Sign lets requests expire at full hours. */
const expiryOf = (text: string) =>
  text === "" ? undefined : new Date((Number(text) - (Number(text) % hour)) * 1000).toISOString()

const metadataOf = (parts: ReadonlyArray<Part>) =>
  Object.fromEntries(
    parts.flatMap(({ bytes, name }) => {
      const key = /^metadata\[([^\]]+)\]$/.exec(name)?.[1]
      return key === undefined ? [] : [[key, Buffer.from(bytes).toString("utf8")] as const]
    })
  )

/** What is wrong with a new request; nothing when it may be sent. */
const problemOf = (parts: ReadonlyArray<Part>, state: DropboxSignState): LabAnswer | undefined => {
  const text = (name: string) => fieldOf(parts, name)
  const pin = text("signers[0][pin]")
  const phone = text("signers[0][sms_phone_number]")
  const expires = text("expires_at")
  const metadata = Object.entries(metadataOf(parts))
  if (text("signers[0][name]") === "") return bad("Must specify a name for each signer", "signers[0][name]")
  if (!isEmail(text("signers[0][email_address]"))) {
    return bad("Must specify a valid email address for each signer", "signers[0][email_address]")
  }
  if (parts.some(({ name }) => name.startsWith("signers[1]"))) return bad("The lab takes one signer", "signers[1]")
  if (pin !== "" && (pin.length < 4 || pin.length > 12)) return bad("Pin must be 4 to 12 characters", "signers[0][pin]")
  if (phone !== "" && !/^\+[1-9]\d{6,14}$/.test(phone)) {
    return bad("Phone number must be E.164", "signers[0][sms_phone_number]")
  }
  const phoneUse = text("signers[0][sms_phone_number_type]") || "authentication"
  if (phone !== "" && phoneUse !== "authentication") {
    return bad("The lab texts codes only", "signers[0][sms_phone_number_type]")
  }
  if (phone !== "" && isTrue(text("test_mode"))) {
    return bad("Codes are not texted in test mode", "signers[0][sms_phone_number]")
  }
  if (pin !== "" && phone !== "") return bad("A signer has a pin or a phone number", "signers[0][pin]")
  if (expires !== "" && !isExpiry(expires, state)) {
    return bad("expires_at must be 1 to 90 days in the future", "expires_at")
  }
  const isWide = metadata.length > 10 || metadata.some(([key, value]) => key.length > 40 || value.length > 1000)
  if (isWide) return bad("Metadata is limited to 10 keys of 40 characters, and values of 1000", "metadata")
  if (text("title").length > 255) return bad("Title is limited to 255 characters", "title")
  if (text("message").length > 5000) return bad("Message is limited to 5000 characters", "message")
  const clientId = text("client_id")
  return clientId === "" || clientId === state.clientId ? undefined : bad("Invalid client_id", "client_id")
}

/** `POST /v3/signature_request/send`. */
export const send = (request: LabRequest, state: DropboxSignState): LabAnswer => {
  const parts = partsOf(request)
  if (parts === undefined) return bad("The body must be multipart/form-data")
  const file = parts.find(({ fileName, name }) => /^files?\[\d*\]$/.test(name) && fileName !== undefined)
  if (file === undefined || file.bytes.length === 0) return bad("Must specify a file", "files")
  const problem = problemOf(parts, state)
  if (problem !== undefined) return problem
  const text = (name: string) => fieldOf(parts, name)
  const metadata = metadataOf(parts)
  const fileName = file.fileName ?? "document"
  const envelope = addEnvelope(
    state,
    {
      mark: Object.values(metadata)[0] ?? "",
      title: text("title") || text("subject") || fileName,
      message: text("message"),
      signer: { name: text("signers[0][name]"), email: text("signers[0][email_address]") },
      file: { name: fileName, bytes: file.bytes },
      accessCode: text("signers[0][pin]") || undefined,
      phone: text("signers[0][sms_phone_number]") || undefined,
      expiresAt: expiryOf(text("expires_at")),
      callbackUrl: undefined
    },
    newId()
  )
  const signatureId = newId()
  const made: DropboxRequest = {
    metadata,
    subject: text("subject"),
    signatureId,
    allowsDecline: isTrue(text("allow_decline")),
    testMode: isTrue(text("test_mode")),
    hiddenFor: state.listLag,
    remindedAt: undefined
  }
  state.requests.set(envelope.id, made)
  const returnUrl = text("signing_redirect_url") || undefined
  const path = addDoor(state, envelope, { returnUrl }, signatureId)
  mail(state, envelope, "Signature requested", `${request.origin}${path}`)
  return answer(request, envelope, state)
}

const matches = (query: string, envelope: Envelope, { metadata, subject }: DropboxRequest) => {
  const [, field, quoted = ""] = /^(?:(metadata|title|to|subject|message):)?(.*)$/s.exec(query) ?? []
  const term = quoted.replace(/^"(.*)"$/s, "$1").toLowerCase()
  const texts: Readonly<Record<string, ReadonlyArray<string>>> = {
    metadata: Object.values(metadata),
    title: [envelope.title],
    to: [envelope.signer.email, envelope.signer.name],
    subject: [subject],
    message: [envelope.message]
  }
  const searched = field === undefined ? Object.values(texts).flat() : (texts[field] ?? [])
  return searched.some((text) => text.toLowerCase().includes(term))
}

const numberIn = (query: URLSearchParams, name: string, otherwise: number) => {
  const given = query.get(name)
  return given === null || given === "" ? otherwise : Number(given)
}

/** `GET /v3/signature_request/list`, the newest first. */
export const list = (request: LabRequest, state: DropboxSignState, { ignoresFilter }: Readonly<Faults>): LabAnswer => {
  const query = request.query.get("query") ?? ""
  const page = numberIn(request.query, "page", 1)
  const pageSize = numberIn(request.query, "page_size", 20)
  if (!Number.isInteger(page) || page < 1) return bad("page must be 1 or more", "page")
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 100) {
    return bad("page_size must be between 1 and 100", "page_size")
  }
  const found = [...state.envelopes.values()].toReversed().filter((envelope) => {
    const more = state.requests.get(envelope.id)
    if (more === undefined || envelope.status === "voided") return false
    if (more.hiddenFor > 0) {
      more.hiddenFor--
      return false
    }
    return ignoresFilter || query === "" || matches(query, envelope, more)
  })
  const shown = found.slice((page - 1) * pageSize, page * pageSize)
  return {
    status: 200,
    body: {
      list_info: {
        page,
        num_pages: Math.ceil(found.length / pageSize),
        num_results: found.length,
        page_size: pageSize
      },
      signature_requests: shown.map((envelope) => shownRequest(envelope, state, request.origin))
    }
  }
}

const deleted = ({ cancelledAnswer }: DropboxSignState) =>
  cancelledAnswer === 410
    ? refused(410, "deleted", "This resource has been deleted.")
    : refused(404, "not_found", "Not found.")

/** The document as it stands, which before the signature is the unsigned one. */
const file = (envelope: Envelope, { query }: LabRequest, state: DropboxSignState): LabAnswer => {
  if ((query.get("file_type") ?? "pdf") !== "pdf") return bad("The lab has PDF only", "file_type")
  if (state.preparing > 0) {
    state.preparing--
    return refused(409, "conflict", "Files are still being processed. Please try again later.")
  }
  const { signed, signer, title } = envelope
  const unsigned = () => plainPdf(title, signer.name, [{ heading: title, lines: ["No one has signed this yet."] }])
  return { status: 200, headers: { "content-type": "application/pdf" }, body: signed ?? unsigned() }
}

const cancel = (envelope: Envelope, state: DropboxSignState): LabAnswer => {
  if (!isPending(envelope)) return bad("This signature request cannot be canceled")
  voidAs(state, envelope.id, "Canceled by the sender")
  return { status: 200 }
}

/** In JSON or in a form, of either kind. */
const emailIn = (request: LabRequest) =>
  fieldOf(partsOf(request) ?? [], "email_address") ||
  textOf(fieldsOf(request.json())["email_address"]) ||
  (request.form().get("email_address") ?? "")

const remind = (request: LabRequest, envelope: Envelope, state: DropboxSignState): LabAnswer => {
  if (emailIn(request).toLowerCase() !== envelope.signer.email.toLowerCase()) {
    return bad("The email does not belong to a signer", "email_address")
  }
  if (!isPending(envelope)) return bad("The signature request is not awaiting a signature")
  const more = state.requests.get(envelope.id)
  const isEarly = more?.remindedAt !== undefined && nowOf(state) - more.remindedAt < hour * 1000
  // Callers under a test's clock remind again within a second of the machine's.
  if (isEarly && state.now !== undefined) return bad("A reminder was sent within the last hour")
  if (more !== undefined) more.remindedAt = nowOf(state)
  envelope.reminders++
  mail(state, envelope, "Reminder", `${request.origin}/sign/${more?.signatureId ?? ""}`)
  return answer(request, envelope, state)
}

/** Routes of one request: `/v3/signature_request/{verb}/{id}`, with an empty verb for a read. */
export const ofRequest = (request: LabRequest, state: DropboxSignState, verb: string, id: string): LabAnswer => {
  const envelope = state.envelopes.get(id)
  if (envelope === undefined) return refused(404, "not_found", "Not found.")
  const seesOld = envelope.status === "voided" && state.cancelLag > 0
  if (envelope.status === "voided" && !seesOld) return deleted(state)
  if (seesOld) state.cancelLag--
  switch (`${request.method} ${verb}`) {
    case "GET ":
      return answer(request, envelope, state)
    case "GET files":
      return file(envelope, request, state)
    case "POST cancel":
      return cancel(envelope, state)
    case "POST remind":
      return remind(request, envelope, state)
    default:
      return refused(404, "not_found", "Not found.")
  }
}
