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
        "To the departing person, through the given provider, else the connected one, else the operator's. " +
          "`access_code` and `signer_phone` make the provider verify more than the mailbox; the code is never " +
          "stored, and the number only masked. If a provider does not confirm that it took the request, the " +
          "service checks again in the background and never sends a second one: until the provider's id is known, " +
          "`requestId` is null and `status` is `sending`."
      )
    ),
    HttpApiEndpoint.get("status", "/status/:documentId", {
      params,
      success: SignatureStatus,
      error: DocumentNotFound
    }).annotateMerge(
      route(
        view,
        "View the signature status of a document",
        'Only `{ "status": "not_requested" }` if no signature was ever requested.'
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
        "Also cancels it at the provider. The document's own status does not change. If the document was signed in the meantime, it stays signed (409)."
      )
    ),
    HttpApiEndpoint.get("connections", "/connections", { success: SignatureConnections }).annotateMerge(
      route(
        view,
        "List the e-signature providers",
        "Shows which are connected and, for callers who manage integrations, the webhook URL to enter at the provider."
      )
    ),
    HttpApiEndpoint.get("settings", "/settings", { success: SignatureSettings }).annotateMerge(
      route(view, "View signature reminders and expiry", "Default: a reminder every 3 days, expiry after 30 days.")
    ),
    HttpApiEndpoint.put("changeSettings", "/settings", {
      payload: SignatureSettings,
      success: SignatureSettings
    }).annotateMerge(
      route(
        { permission: "settings_manage", feature: "esignature" },
        "Set signature reminders and expiry",
        "Applies to new requests."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/esignature")
  .annotateMerge(group("E-signature", "Documents signed through DocuSign, Adobe Sign or Dropbox Sign")) {}

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
  provider: described(Text(40), "The calling provider: `docusign`, `adobe_sign` or `dropbox_sign`", {
    example: "docusign"
  }),
  token: described(Schema.String, "A secret that only the provider knows")
}
/** What the provider wants to read; each another text. */
const Receipt = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/plain" }))

/** Callbacks of providers; without a session, so the URL and the signature are checked. */
export class ESignatureCallbacksApi extends HttpApiGroup.make("esignature-callbacks")
  .add(
    HttpApiEndpoint.get("verify", "/callback/:provider/:token", {
      params: callback,
      success: Receipt,
      error: SignatureCallbackRefused
    }).annotateMerge(
      route(
        { open: true },
        "Answer a provider's URL verification",
        "Adobe Sign calls it before it accepts a webhook, and expects its own client id in the answer."
      )
    ),
    HttpApiEndpoint.post("receive", "/callback/:provider/:token", {
      params: callback,
      success: Receipt,
      error: SignatureCallbackRefused
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Receive a provider's callback",
          description:
            "Verified with what each provider offers: DocuSign's HMAC over the bytes of the body, with any of " +
            "the configured keys; Adobe Sign's client id; Dropbox Sign's event hash. The content is not trusted: " +
            "the service reads the request at the provider.",
          // The signature covers the bytes, so the body is not decoded as others are.
          transform: (operation) => ({ ...operation, requestBody: anyBody })
        })
      )
      .annotate(Requires, { open: true, callback: true })
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/esignature")
  .annotateMerge(group("E-signature callbacks", "Callbacks from e-signature providers")) {}
