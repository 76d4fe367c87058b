import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DocumentNotFound, DocumentStorageUnavailable } from "../documents/errors.ts"
import { Decoding, OpenAccess, Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { DocumentId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { Text } from "../kernel/text.ts"
import { OffboardingCancelled } from "../offboardings/errors.ts"
import {
  SignatureCallbackRefused,
  SignatureExists,
  SignatureFileMissing,
  SignatureFileUnreadable,
  SignatureNotPending,
  SignaturePending,
  SignatureProviderMissing,
  SignerAddressMissing,
  SignerMailboxRevoked,
  SigningProviderFailed
} from "./errors.ts"
import {
  RequestedSignature,
  RequestSignature,
  SignatureConnections,
  SignatureSettings,
  SignatureStatus
} from "./schema.ts"

const params = { documentId: described(DocumentId, "The document") }
const view = { permission: "compliance_view", feature: "esignature" } as const
const manage = { permission: "compliance_manage", feature: "esignature" } as const

/** Documents signed by the person who leaves, at an e-signature provider (signing-1). */
export class ESignatureApi extends HttpApiGroup.make("esignature")
  .add(
    HttpApiEndpoint.post("request", "/request/:documentId", {
      params,
      payload: [RequestSignature, HttpApiSchema.NoContent],
      success: RequestedSignature,
      error: [
        SignatureProviderMissing,
        SignatureFileMissing,
        SignatureFileUnreadable,
        SignerAddressMissing,
        DocumentNotFound,
        OffboardingCancelled,
        SignatureExists,
        SignaturePending,
        SignerMailboxRevoked,
        SigningProviderFailed,
        DocumentStorageUnavailable
      ]
    }).annotateMerge(
      route(
        manage,
        "Send a document to be signed",
        "To the departing person, at the provider that is named, else the connected one, else the operator's. `access_code` " +
          "and `signer_phone` make the provider ask for more than the mailbox; the code is never stored, of the number a mask " +
          "only. A provider that does not say whether it took the request is asked again in the background, and never sent " +
          "two: `requestId` is null until it is known, `status` is `sending`."
      )
    ),
    HttpApiEndpoint.get("status", "/status/:documentId", {
      params,
      success: SignatureStatus,
      error: DocumentNotFound
    }).annotateMerge(
      route(
        view,
        "See how a document's signature stands",
        '`{ "status": "not_requested" }` alone when no signature was ever requested.'
      )
    ),
    HttpApiEndpoint.post("cancel", "/cancel/:documentId", {
      params,
      success: Schema.Struct({ success: Schema.tag(true) }),
      error: [DocumentNotFound, SignatureNotPending, SigningProviderFailed]
    }).annotateMerge(
      route(
        manage,
        "Cancel a pending signature",
        "At the provider as well. The document's own status stays as it is. What was signed in the meantime is signed (409)."
      )
    ),
    HttpApiEndpoint.get("connections", "/connections", { success: SignatureConnections }).annotateMerge(
      route(
        view,
        "List the e-signature providers",
        "Which are connected, and for who manages integrations the address that is to be entered at the provider as its webhook."
      )
    ),
    HttpApiEndpoint.get("settings", "/settings", { success: SignatureSettings }).annotateMerge(
      route(
        view,
        "See how long signers have and how often they are reminded",
        "Every 3 days, and 30 days in all, unless it was changed."
      )
    ),
    HttpApiEndpoint.put("changeSettings", "/settings", {
      payload: SignatureSettings,
      success: SignatureSettings
    }).annotateMerge(
      route(
        { permission: "settings_manage", feature: "esignature" },
        "Set how long signers have and how often they are reminded",
        "For requests from now on."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/esignature")
  .annotateMerge(group("E-signature", "Documents signed at DocuSign, Adobe Sign or Dropbox Sign")) {}

const anyBody = {
  required: true,
  content: {
    "application/json": {
      schema: { type: "object" },
      example: { event: "envelope-completed", data: { envelopeId: "93be49ab-0000-4000-8000-f752070d71ec" } }
    }
  }
}

const callback = {
  provider: described(Text(40), "Who calls: `docusign`, `adobe_sign` or `dropbox_sign`", { example: "docusign" }),
  token: described(Schema.String, "What only the provider was told")
}
/** What the provider wants to read; each another text. */
const Receipt = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/plain" }))

/** What providers call; they have no session, so the address and whatever they sign are looked at. */
export class ESignatureCallbacksApi extends HttpApiGroup.make("esignature-callbacks")
  .add(
    HttpApiEndpoint.get("verify", "/callback/:provider/:token", {
      params: callback,
      success: Receipt,
      error: SignatureCallbackRefused
    }).annotateMerge(
      route(
        { open: true },
        "Answer a provider that makes sure of the address",
        "Adobe Sign calls it before it takes a webhook, and reads its own client id in the answer."
      )
    ),
    HttpApiEndpoint.post("receive", "/callback/:provider/:token", {
      params: callback,
      success: Receipt,
      error: SignatureCallbackRefused
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Take a provider's callback",
          description:
            "Verified as each provider lets one: DocuSign's HMAC over the bytes of the body, by any of the keys that were given; " +
            "Adobe Sign's client id; Dropbox Sign's event hash. What it says is not believed: the request is read at the provider.",
          // The signature covers the bytes, so the body is not decoded as others are.
          transform: (operation) => ({ ...operation, requestBody: anyBody })
        })
      )
      .annotate(Requires, { open: true, callback: true })
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/esignature")
  .annotateMerge(group("E-signature callbacks", "What providers call")) {}
