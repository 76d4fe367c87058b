import { type DocuSignState, phoneWorkflowId } from "./docusign-state.ts"
import { type Fields, fieldsOf, isEmail, listOf, textOf } from "./fields.ts"
import { addDoor, addEnvelope, type Envelope, mail, nowOf } from "./signing.ts"
import type { LabAnswer, LabRequest } from "./vendor.ts"

const day = 86_400_000

export const refused = (status: number, errorCode: string, message: string): LabAnswer => ({
  status,
  body: { errorCode, message }
})
const invalid = (message: string) => refused(400, "INVALID_REQUEST_BODY", `The request body is invalid. ${message}`)

/** DocuSign writes seven digits of a second. */
export const stamp = (iso: string) => iso.replace(/(\.\d{3})Z$/, "$10000Z")

/** DocuSign has no status of its own for what expired. */
export const statusOf = ({ status }: Envelope) => {
  if (status === "signed") return "completed"
  return status === "expired" ? "voided" : status
}

interface NewSigner {
  readonly name: string
  readonly email: string
  readonly recipientId: string
  readonly clientUserId: string | undefined
  readonly accessCode: string | undefined
  readonly phone: string | undefined
  readonly startUrl: string
}

const phoneIn = (value: unknown) => {
  const { countryCode, number } = fieldsOf(value)
  const digits = `+${textOf(countryCode).replace(/^\+/, "")}${textOf(number)}`
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}

/** The number that a code is texted to, by either of DocuSign's two ways; a refusal of what is neither. */
const phoneOf = (signer: Fields, state: DocuSignState): string | LabAnswer | undefined => {
  if (signer["identityVerification"] !== undefined) {
    const { inputOptions, workflowId } = fieldsOf(signer["identityVerification"])
    if (!state.textsCodes || workflowId !== phoneWorkflowId) {
      return refused(400, "INVALID_REQUEST_PARAMETER", "The workflowId does not belong to the account.")
    }
    const option = listOf(inputOptions)
      .map(fieldsOf)
      .find(({ name }) => name === "phone_number_list")
    if (option?.["valueType"] !== "PhoneNumberList") return invalid("phone_number_list must be a PhoneNumberList.")
    return phoneIn(listOf(option["phoneNumberList"])[0]) ?? invalid("phoneNumberList must hold a number.")
  }
  if (signer["smsAuthentication"] === undefined) return undefined
  if (signer["idCheckConfigurationName"] !== "SMS Auth $" || signer["requireIdLookup"] !== "true") {
    return invalid("smsAuthentication needs idCheckConfigurationName and requireIdLookup.")
  }
  const number = textOf(listOf(fieldsOf(signer["smsAuthentication"])["senderProvidedNumbers"])[0]).replaceAll(" ", "")
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : invalid("senderProvidedNumbers must hold a number.")
}

const signerOf = (given: unknown, state: DocuSignState): NewSigner | LabAnswer => {
  const signer = fieldsOf(given)
  const [name, email] = [textOf(signer["name"]), textOf(signer["email"])]
  const accessCode = textOf(signer["accessCode"])
  if (name === "") return refused(400, "INVALID_USERNAME_FOR_RECIPIENT", "A recipient has no name.")
  if (!isEmail(email)) {
    return refused(400, "INVALID_EMAIL_ADDRESS_FOR_RECIPIENT", "The email address for the recipient is invalid.")
  }
  if (textOf(signer["recipientId"]) === "") return invalid("recipientId is required.")
  if (accessCode.length > 50) return invalid("accessCode is limited to 50 characters.")
  const phone = phoneOf(signer, state)
  if (typeof phone === "object") return phone
  return {
    name,
    email,
    recipientId: textOf(signer["recipientId"]),
    clientUserId: textOf(signer["clientUserId"]) || undefined,
    accessCode: accessCode || undefined,
    phone,
    startUrl: textOf(signer["embeddedRecipientStartURL"])
  }
}

const documentOf = (given: unknown): { readonly name: string; readonly bytes: Uint8Array } | LabAnswer => {
  const document = fieldsOf(given)
  const base64 = textOf(document["documentBase64"])
  const [name, extension] = [textOf(document["name"]), textOf(document["fileExtension"])]
  if (!/^[1-9]\d*$/.test(textOf(document["documentId"]))) return invalid("documentId must be a positive number.")
  if (name === "") return invalid("A document has no name.")
  if (base64 === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    return refused(400, "UNABLE_TO_LOAD_DOCUMENT", "Unable to load the document. It is not Base64.")
  }
  const whole = extension === "" || name.toLowerCase().endsWith(`.${extension.toLowerCase()}`)
  return { name: whole ? name : `${name}.${extension}`, bytes: new Uint8Array(Buffer.from(base64, "base64")) }
}

const notificationOf = (given: unknown) => {
  const notification = fieldsOf(given)
  const statuses = listOf(notification["envelopeEvents"]).map((event) =>
    textOf(fieldsOf(event)["envelopeEventStatusCode"]).toLowerCase()
  )
  return {
    url: textOf(notification["url"]),
    includesHmac: String(notification["includeHMAC"]) === "true",
    events: [...listOf(notification["events"]).map(textOf), ...statuses.map((status) => `envelope-${status}`)]
  }
}

const summary = (envelope: Envelope): LabAnswer => ({
  status: 201,
  body: {
    envelopeId: envelope.id,
    uri: `/envelopes/${envelope.id}`,
    statusDateTime: stamp(envelope.createdAt),
    status: statusOf(envelope)
  }
})

const expiryOf = (body: Fields, state: DocuSignState): string | undefined => {
  const { expireAfter, expireEnabled } = fieldsOf(fieldsOf(body["notification"])["expirations"])
  return String(expireEnabled) === "true" ? new Date(nowOf(state) + Number(expireAfter) * day).toISOString() : undefined
}

/** `POST /envelopes`. */
export const createEnvelope = (request: LabRequest, state: DocuSignState): LabAnswer => {
  const body = fieldsOf(request.json())
  state.asked++
  const transactionId = textOf(body["transactionId"])
  const earlier = state.transactions.get(transactionId)
  if (earlier !== undefined && nowOf(state) - earlier.at < 7 * day) {
    const envelope = state.envelopes.get(earlier.envelopeId)
    if (envelope !== undefined) return summary(envelope)
  }
  if (body["status"] !== "sent") return refused(400, "INVALID_REQUEST_PARAMETER", "status must be sent.")
  const subject = textOf(body["emailSubject"])
  if (subject === "" || subject.length > 100) return invalid("emailSubject must have 1 to 100 characters.")
  const documents = listOf(body["documents"])
  if (documents.length === 0) return refused(400, "ENVELOPE_HAS_NO_DOCUMENTS", "The envelope has no documents.")
  const signers = listOf(fieldsOf(body["recipients"])["signers"])
  if (signers.length !== 1) return invalid("The lab takes one signer.")
  const file = documentOf(documents[0])
  if ("status" in file) return file
  const signer = signerOf(signers[0], state)
  if ("status" in signer) return signer
  const { events, includesHmac, url } = notificationOf(body["eventNotification"])
  if (body["eventNotification"] !== undefined && !URL.canParse(url)) return invalid("eventNotification has no url.")
  const after = fieldsOf(fieldsOf(body["notification"])["expirations"])["expireAfter"]
  if (after !== undefined && !/^[1-9]\d{0,3}$/.test(String(after))) return invalid("expireAfter must be days.")

  const envelope = addEnvelope(state, {
    mark: transactionId,
    title: subject,
    message: textOf(body["emailBlurb"]),
    signer: { name: signer.name, email: signer.email },
    file,
    accessCode: signer.accessCode,
    phone: signer.phone,
    expiresAt: expiryOf(body, state),
    callbackUrl: url || undefined
  })
  if (transactionId !== "") state.transactions.set(transactionId, { envelopeId: envelope.id, at: nowOf(state) })
  const { clientUserId, recipientId, startUrl } = signer
  const hasMail = clientUserId === undefined || startUrl !== ""
  state.recipients.set(envelope.id, { recipientId, clientUserId, hasMail, events, includesHmac })
  if (hasMail) {
    const isElsewhere = URL.canParse(startUrl)
    mail(state, envelope, "Please sign", isElsewhere ? startUrl : `${request.origin}${addDoor(state, envelope)}`)
  }
  return summary(envelope)
}

/** `GET /envelopes?transaction_ids=`. */
export const listEnvelopes = ({ query }: LabRequest, state: DocuSignState): LabAnswer => {
  const given = query.get("transaction_ids")
  if (given === null && query.get("envelope_ids") === null && query.get("from_date") === null) {
    return refused(400, "INVALID_REQUEST_PARAMETER", "from_date, envelope_ids or transaction_ids is required.")
  }
  const ids = new Set((given ?? query.get("envelope_ids") ?? "").split(","))
  const envelopes = [...state.envelopes.values()].filter(({ id, mark }) => {
    if (given === null) return query.get("envelope_ids") === null || ids.has(id)
    const made = state.transactions.get(mark)
    return ids.has(mark) && made?.envelopeId === id && nowOf(state) - made.at < 7 * day
  })
  return {
    status: 200,
    body: {
      resultSetSize: String(envelopes.length),
      totalSetSize: String(envelopes.length),
      envelopes: envelopes.map((envelope) => ({ envelopeId: envelope.id, status: statusOf(envelope) })),
      ...(given === null
        ? {}
        : {
            envelopeTransactionStatuses: envelopes.map((envelope) => ({
              transactionId: envelope.mark,
              envelopeId: envelope.id,
              status: statusOf(envelope)
            }))
          })
    }
  }
}

/** `GET /envelopes/{id}`. */
export const showEnvelope = (envelope: Envelope): LabAnswer => {
  const { changedAt, createdAt, expiresAt, id, reason, signedAt, status, title } = envelope
  return {
    status: 200,
    body: {
      envelopeId: id,
      emailSubject: title,
      status: statusOf(envelope),
      createdDateTime: stamp(createdAt),
      sentDateTime: stamp(createdAt),
      statusChangedDateTime: stamp(changedAt),
      ...(expiresAt === undefined ? {} : { expireEnabled: "true", expireDateTime: stamp(expiresAt) }),
      ...(signedAt === undefined ? {} : { completedDateTime: stamp(signedAt) }),
      ...(status === "declined" ? { declinedDateTime: stamp(changedAt) } : {}),
      ...(status === "voided" ? { voidedDateTime: stamp(changedAt), voidedReason: reason ?? "" } : {}),
      ...(status === "expired" ? { voidedDateTime: stamp(changedAt), voidedReason: "Envelope expired" } : {})
    }
  }
}

/** `GET /envelopes/{id}/recipients`. */
export const showRecipients = (envelope: Envelope, state: DocuSignState): LabAnswer => {
  const { reason, signedAt, signer, status } = envelope
  const recipient = state.recipients.get(envelope.id)
  const ended = status === "voided" || status === "expired"
  const one = {
    recipientId: recipient?.recipientId,
    recipientIdGuid: envelope.id,
    routingOrder: "1",
    name: signer.name,
    email: signer.email,
    ...(recipient?.clientUserId === undefined ? {} : { clientUserId: recipient.clientUserId }),
    status: ended ? "sent" : statusOf(envelope),
    ...(signedAt === undefined ? {} : { signedDateTime: stamp(signedAt) }),
    ...(status === "declined" ? { declinedDateTime: stamp(envelope.changedAt), declinedReason: reason ?? "" } : {})
  }
  return { status: 200, body: { signers: [one], recipientCount: "1", currentRoutingOrder: "1" } }
}

/** `POST /envelopes/{id}/views/recipient`. */
export const viewAsRecipient = (request: LabRequest, envelope: Envelope, state: DocuSignState): LabAnswer => {
  const body = fieldsOf(request.json())
  const recipient = state.recipients.get(envelope.id)
  if (!URL.canParse(textOf(body["returnUrl"]))) return invalid("returnUrl is required.")
  if (textOf(body["authenticationMethod"]) === "") return invalid("authenticationMethod is required.")
  const matches =
    recipient?.clientUserId !== undefined &&
    body["clientUserId"] === recipient.clientUserId &&
    body["userName"] === envelope.signer.name &&
    body["email"] === envelope.signer.email
  if (!matches) {
    const message = "The recipient you have identified is not a valid recipient of the specified envelope."
    return refused(400, "UNKNOWN_ENVELOPE_RECIPIENT", message)
  }
  if (statusOf(envelope) === "voided" || envelope.status === "declined") {
    return refused(400, "ENVELOPE_INVALID_STATUS", "Invalid envelope status for this operation.")
  }
  const once = { until: nowOf(state) + 300_000 }
  const path = addDoor(state, envelope, { once, returnUrl: textOf(body["returnUrl"]) })
  return { status: 201, body: { url: `${request.origin}${path}` } }
}

/** `PUT /envelopes/{id}?resend_envelope=true`: the mail once more. */
export const remind = ({ origin }: LabRequest, envelope: Envelope, state: DocuSignState) => {
  envelope.reminders++
  if (state.recipients.get(envelope.id)?.hasMail === true) {
    mail(state, envelope, "Reminder", `${origin}${addDoor(state, envelope)}`)
  }
}
