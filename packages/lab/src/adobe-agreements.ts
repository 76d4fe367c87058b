import { randomUUID } from "node:crypto"
import { invalid, missing, refused, statusOf } from "./adobe-answers.ts"
import { auditTrail, combinedDocument, eventsOf } from "./adobe-history.ts"
import { type AdobeSignState, adobeSender } from "./adobe-state.ts"
import { type Fields, fieldsOf, isEmail, listOf, textOf } from "./fields.ts"
import { fieldOf, partsOf } from "./multipart.ts"
import { addDoor, addEnvelope, type Envelope, isPending, mail, voidAs } from "./signing.ts"
import type { LabAnswer, LabRequest } from "./vendor.ts"

const newId = (kind: string) => `CBJCHBCAABAA${kind}${randomUUID().replaceAll("-", "")}`
const memberId = ({ id }: Envelope) => `${id}member`

/** `POST /transientDocuments`. */
export const upload = (request: LabRequest, state: AdobeSignState): LabAnswer => {
  const parts = partsOf(request)
  if (parts === undefined) return refused(400, "BAD_REQUEST", "The body must be multipart/form-data")
  const file = parts.find(({ name }) => name === "File")
  if (file === undefined || file.bytes.length === 0) return refused(400, "NO_FILE_CONTENT", "Must provide file body")
  const name = fieldOf(parts, "File-Name") || (file.fileName ?? "")
  if (name === "") return missing("File-Name")
  const id = newId("transient")
  state.uploads.set(id, { name, bytes: file.bytes })
  return { status: 201, body: { transientDocumentId: id } }
}

interface NewMember {
  readonly email: string
  readonly name: string
  readonly accessCode: string | undefined
  readonly phone: string | undefined
}

const checkOf = (option: Fields): Pick<NewMember, "accessCode" | "phone"> | LabAnswer => {
  const none = { accessCode: undefined, phone: undefined }
  switch (option["authenticationMethod"] ?? "NONE") {
    case "NONE":
      return none
    case "PASSWORD": {
      const password = textOf(option["password"])
      if (password === "") return missing("password")
      return password.length > 32 ? invalid("password") : { ...none, accessCode: password }
    }
    case "PHONE": {
      const { countryCode, phone } = fieldsOf(option["phoneInfo"])
      const number = `+${textOf(countryCode).replace(/^\+/, "")}${textOf(phone).replaceAll(/\D/g, "")}`
      if (textOf(countryCode) === "" || !/^\+[1-9]\d{6,14}$/.test(number)) return invalid("phoneInfo")
      return { ...none, phone: number }
    }
    default:
      return invalid("authenticationMethod")
  }
}

const memberOf = (body: Fields): NewMember | LabAnswer => {
  const sets = listOf(body["participantSetsInfo"]).map(fieldsOf)
  const set = sets[0]
  if (set === undefined) return missing("participantSetsInfo")
  if (sets.length > 1) return invalid("participantSetsInfo: the lab takes one signer")
  if (set["role"] !== "SIGNER") return invalid("role")
  if (!Number.isInteger(set["order"])) return missing("order")
  const member = fieldsOf(listOf(set["memberInfos"])[0])
  const email = textOf(member["email"])
  if (!isEmail(email)) return refused(400, "INVALID_EMAIL", "Email address specified is invalid")
  const check = checkOf(fieldsOf(member["securityOption"]))
  return "status" in check ? check : { email, name: textOf(member["name"]), ...check }
}

/** `POST /agreements`. */
export const createAgreement = (request: LabRequest, state: AdobeSignState): LabAnswer => {
  const body = fieldsOf(request.json())
  const file = fieldsOf(listOf(body["fileInfos"])[0])
  const title = textOf(body["name"])
  if (listOf(body["fileInfos"]).length !== 1) return missing("fileInfos")
  if (title === "" || title.length > 255) return missing("name")
  if (body["signatureType"] !== "ESIGN") return invalid("signatureType")
  if (body["state"] !== "IN_PROCESS") return invalid("state")
  const uploaded = state.uploads.get(textOf(file["transientDocumentId"]))
  if (uploaded === undefined) {
    return refused(400, "INVALID_TRANSIENTDOCUMENT_ID", "Transient document ID specified is invalid")
  }
  const member = memberOf(body)
  if ("status" in member) return member
  const expires = body["expirationTime"]
  const expiresAt = expires === undefined ? undefined : Date.parse(textOf(expires))
  const isLate = expiresAt !== undefined && state.now !== undefined && expiresAt <= state.now
  if (Number.isNaN(expiresAt) || isLate) return invalid("expirationTime")

  const agreement = addEnvelope(
    state,
    {
      mark: textOf(fieldsOf(body["externalId"])["id"]),
      title,
      message: textOf(body["message"]),
      signer: { name: member.name || member.email, email: member.email },
      file: uploaded,
      accessCode: member.accessCode,
      phone: member.phone,
      expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt).toISOString(),
      callbackUrl: undefined
    },
    newId("agreement")
  )
  mail(state, agreement, "Signature requested", `${request.origin}${addDoor(state, agreement)}`)
  return { status: 201, body: { id: agreement.id } }
}

/** `GET /agreements`. */
export const listAgreements = ({ query }: LabRequest, state: AdobeSignState): LabAnswer => {
  const externalId = query.get("externalId")
  const found = [...state.envelopes.values()].filter(({ mark }) => externalId === null || mark === externalId)
  return {
    status: 200,
    body: {
      page: {},
      userAgreementList: found.map((agreement) => ({
        id: agreement.id,
        name: agreement.title,
        type: "AGREEMENT",
        status: statusOf(agreement),
        displayDate: agreement.changedAt,
        esign: true
      }))
    }
  }
}

const show = (agreement: Envelope): LabAnswer => ({
  status: 200,
  body: {
    id: agreement.id,
    name: agreement.title,
    type: "AGREEMENT",
    signatureType: "ESIGN",
    senderEmail: adobeSender.email,
    createdDate: agreement.createdAt,
    status: statusOf(agreement),
    ...(agreement.expiresAt === undefined ? {} : { expirationTime: agreement.expiresAt }),
    ...(agreement.mark === "" ? {} : { externalId: { id: agreement.mark } }),
    participantSetsInfo: [{ order: 1, role: "SIGNER", memberInfos: [{ email: agreement.signer.email }] }]
  }
})

const memberStatus = (agreement: Envelope) => {
  const status = statusOf(agreement)
  if (status === "SIGNED") return "COMPLETED"
  return status === "OUT_FOR_SIGNATURE" ? "WAITING_FOR_MY_SIGNATURE" : status
}

const members = (agreement: Envelope): LabAnswer => ({
  status: 200,
  body: {
    senderInfo: { ...adobeSender, self: true },
    participantSets: [
      {
        id: `${agreement.id}set`,
        order: 1,
        role: "SIGNER",
        status: memberStatus(agreement),
        memberInfos: [
          {
            id: memberId(agreement),
            email: agreement.signer.email,
            name: agreement.signer.name,
            status: "ACTIVE",
            self: false
          }
        ]
      }
    ]
  }
})

const signingUrls = ({ origin }: LabRequest, agreement: Envelope, state: AdobeSignState): LabAnswer => {
  const asked = (state.askedForUrls.get(agreement.id) ?? 0) + 1
  state.askedForUrls.set(agreement.id, asked)
  if (asked <= state.exposedAfter) {
    return refused(404, "AGREEMENT_NOT_EXPOSED", "The agreement is not yet exposed for signing")
  }
  if (!isPending(agreement)) return refused(404, "AGREEMENT_NOT_SIGNABLE", "No signers are left")
  const esignUrl = `${origin}${addDoor(state, agreement)}`
  const signingUrls = [{ email: agreement.signer.email, esignUrl }]
  return { status: 200, body: { signingUrlSetInfos: [{ signingUrlSetName: "", signingUrls }] } }
}

const changeState = (request: LabRequest, agreement: Envelope, state: AdobeSignState): LabAnswer => {
  const body = fieldsOf(request.json())
  if (body["state"] !== "CANCELLED") return invalid("state")
  if (body["agreementCancellationInfo"] === undefined) return missing("agreementCancellationInfo")
  if (statusOf(agreement) === "CANCELLED") {
    return refused(400, "AGREEMENT_ALREADY_CANCELLED", "The agreement is already canceled")
  }
  if (!isPending(agreement)) return refused(400, "INVALID_AGREEMENT_STATE", "The agreement has ended")
  voidAs(state, agreement.id, textOf(fieldsOf(body["agreementCancellationInfo"])["comment"]))
  return { status: 204 }
}

const remind = (request: LabRequest, agreement: Envelope, state: AdobeSignState): LabAnswer => {
  const { recipientParticipantIds, status } = fieldsOf(request.json())
  const ids = listOf(recipientParticipantIds)
  if (ids.length === 0) return missing("recipientParticipantIds")
  if (status !== "ACTIVE") return invalid("status")
  if (ids.some((id) => id !== memberId(agreement))) {
    return refused(400, "INVALID_PARTICIPANT", "The participant does not belong to the agreement")
  }
  if (!isPending(agreement)) return refused(400, "INVALID_AGREEMENT_STATE", "The agreement has ended")
  agreement.reminders++
  mail(state, agreement, "Reminder", `${request.origin}${addDoor(state, agreement)}`)
  return { status: 201, body: { id: newId("reminder") } }
}

/** Whatever is below `/agreements/{id}`. */
export const ofAgreement = (request: LabRequest, state: AdobeSignState, id: string, rest: string): LabAnswer => {
  const agreement = state.envelopes.get(id)
  if (agreement === undefined) return refused(404, "INVALID_AGREEMENT_ID", "The Agreement ID specified is invalid")
  switch (`${request.method} ${rest}`) {
    case "GET ":
      return show(agreement)
    case "GET /members":
      return members(agreement)
    case "GET /events":
      return { status: 200, body: { events: eventsOf(agreement) } }
    case "GET /signingUrls":
      return signingUrls(request, agreement, state)
    case "PUT /state":
      return changeState(request, agreement, state)
    case "POST /reminders":
      return remind(request, agreement, state)
    case "GET /combinedDocument":
      return combinedDocument(agreement, state)
    case "GET /auditTrail":
      return auditTrail(agreement)
    default:
      return refused(404, "RESOURCE_NOT_FOUND", "The resource is not found")
  }
}
