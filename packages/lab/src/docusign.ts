import { docusignCallbacks } from "./docusign-connect.ts"
import {
  createEnvelope,
  listEnvelopes,
  refused,
  remind,
  showEnvelope,
  showRecipients,
  viewAsRecipient
} from "./docusign-envelopes.ts"
import { docusignSeed, type DocuSignState, phoneWorkflowId } from "./docusign-state.ts"
import { docusignToken, hasDocusignToken } from "./docusign-tokens.ts"
import { fieldsOf, textOf } from "./fields.ts"
import { type Envelope, isPending, voidAs } from "./signing.ts"
import { answerSigner, isSigningPath, type SigningPage } from "./signing-page.ts"
import type { LabAnswer, LabRequest, VendorDefinition } from "./vendor.ts"

const page: SigningPage = {
  vendor: "DocuSign",
  accent: "#4c00ff",
  mayDecline: () => true,
  returned: ({ status }) => ({
    event: status === "signed" ? "signing_complete" : status === "declined" ? "decline" : "session_timeout"
  })
}

const userInfo = ({ accountId, baseUri, userId }: DocuSignState): LabAnswer => ({
  status: 200,
  body: {
    sub: userId,
    name: "Olivia Owner",
    email: "owner@acme.test",
    accounts: [
      {
        account_id: accountId,
        is_default: true,
        account_name: "Acme",
        ...(baseUri === undefined ? {} : { base_uri: baseUri })
      }
    ]
  }
})

const workflows = ({ textsCodes }: DocuSignState): LabAnswer => ({
  status: 200,
  body: {
    identityVerification: textsCodes
      ? [
          {
            workflowId: phoneWorkflowId,
            defaultName: "Phone Authentication",
            defaultDescription: "Recipient needs to enter a code that is texted",
            workflowStatus: "active",
            inputOptions: [{ optionName: "phone_number_list", required: true, valueType: "PhoneNumberList" }]
          }
        ]
      : []
  }
})

const change = (request: LabRequest, envelope: Envelope, state: DocuSignState): LabAnswer => {
  const body = fieldsOf(request.json())
  const done = { status: 200, body: { envelopeId: envelope.id } }
  if (request.query.get("resend_envelope") === "true") {
    if (!isPending(envelope)) {
      return refused(400, "EDIT_LOCK_INVALID_STATE_FOR_LOCK", "Only a sent or delivered envelope may be resent.")
    }
    remind(request, envelope, state)
    return done
  }
  if (body["status"] !== "voided") return refused(400, "INVALID_REQUEST_PARAMETER", "status must be voided.")
  if (!isPending(envelope)) {
    const message = "Only envelopes in the 'Sent' or 'Delivered' states may be voided."
    return refused(400, "ENVELOPE_CANNOT_VOID_INVALID_STATE", message)
  }
  const reason = textOf(body["voidedReason"])
  if (reason === "" || reason.length > 200) {
    return refused(400, "INVALID_REQUEST_BODY", "voidedReason must have 1 to 200 characters.")
  }
  voidAs(state, envelope.id, reason)
  return done
}

const documents = ({ certificate, signed }: Envelope, which: string): LabAnswer => {
  if (signed === undefined || certificate === undefined) {
    return refused(400, "ENVELOPE_NOT_COMPLETE", "The envelope is not complete. Documents are not available.")
  }
  return {
    status: 200,
    headers: { "content-type": "application/pdf" },
    body: which === "certificate" ? certificate : signed
  }
}

const ofEnvelope = (request: LabRequest, state: DocuSignState, id: string, rest: string): LabAnswer => {
  const envelope = state.envelopes.get(id)
  if (envelope === undefined) {
    const message = "The envelope specified either does not exist or you have no rights to it."
    return refused(404, "ENVELOPE_DOES_NOT_EXIST", message)
  }
  switch (`${request.method} ${rest}`) {
    case "GET ":
      return showEnvelope(envelope)
    case "PUT ":
      return change(request, envelope, state)
    case "GET /recipients":
      return showRecipients(envelope, state)
    case "POST /views/recipient":
      return viewAsRecipient(request, envelope, state)
    case "GET /documents/combined":
      return documents(envelope, "combined")
    case "GET /documents/certificate":
      return documents(envelope, "certificate")
    default:
      return refused(404, "RESOURCE_NOT_FOUND", "The requested resource was not found.")
  }
}

const ofAccount = (request: LabRequest, state: DocuSignState): LabAnswer => {
  const [, account, rest = ""] = /^\/restapi\/v2\.1\/accounts\/([^/]+)(\/.*)$/.exec(request.path) ?? []
  if (account === undefined) return refused(404, "RESOURCE_NOT_FOUND", "The requested resource was not found.")
  if (account !== state.accountId) {
    return refused(401, "USER_DOES_NOT_BELONG_TO_SPECIFIED_ACCOUNT", "The user does not belong to this account.")
  }
  switch (`${request.method} ${rest}`) {
    case "POST /envelopes":
      return createEnvelope(request, state)
    case "GET /envelopes":
      return listEnvelopes(request, state)
    case "GET /identity_verification":
      return workflows(state)
    default: {
      const [, id = "", more = ""] = /^\/envelopes\/([^/]+)(\/.*)?$/.exec(rest) ?? []
      return ofEnvelope(request, state, id, more)
    }
  }
}

/** DocuSign: its account server, eSignature REST v2.1 of one account, and Connect. */
export const docusign: VendorDefinition<DocuSignState> = {
  name: "docusign",
  seed: docusignSeed,
  handle: (request, state): LabAnswer => {
    if (isSigningPath(request)) return answerSigner(page, request, state)
    if (request.method === "POST" && request.path === "/oauth/token") return docusignToken(request, state, state.now)
    if (!hasDocusignToken(request, state)) return docusign.unauthorized()
    return request.method === "GET" && request.path === "/oauth/userinfo" ? userInfo(state) : ofAccount(request, state)
  },
  // A view changes nothing of the envelope: asked again it gives another address.
  writes: ({ method, path }) => method !== "GET" && path !== "/oauth/token" && !path.endsWith("/views/recipient"),
  grants: ({ path }) => path === "/oauth/token",
  isPage: isSigningPath,
  callbacks: (state, { forgesCallbacks }) => docusignCallbacks(state, forgesCallbacks),
  // DocuSign throttles with 400 and a code; the end of the hour is in seconds since 1970.
  throttled: (seconds) => ({
    ...refused(
      400,
      "HOURLY_APIINVOCATION_LIMIT_EXCEEDED",
      "The maximum number of hourly API invocations has been exceeded."
    ),
    headers: {
      "x-ratelimit-limit": "3000",
      "x-ratelimit-remaining": "0",
      ...(seconds === undefined ? {} : { "x-ratelimit-reset": String(Math.floor(Date.now() / 1000) + seconds) })
    }
  }),
  unauthorized: () =>
    refused(401, "AUTHORIZATION_INVALID_TOKEN", "The access token provided is expired, revoked or malformed."),
  forbidden: () =>
    refused(403, "USER_LACKS_PERMISSIONS", "This user lacks sufficient permissions to access this resource.")
}
