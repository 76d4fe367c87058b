import { DateTime, Duration, Effect, Option, Redacted, Schema } from "effect"
import type { VendorAnswer } from "#connections/vendors/protocol/calls"
import { setting } from "#connections/vendors/protocol/connection-fields"
import { signedIn } from "#connections/vendors/protocol/signed-in"
import {
  type Effecting,
  failureOf,
  idInPath,
  isSuccess,
  momentOf,
  noAnswer,
  readAs,
  requestId,
  signingAddress
} from "#connections/vendors/protocol/signing-answers"
import {
  type NewSignature,
  type SignerCheck,
  SigningFailed,
  type SigningProvider,
  type SigningTools
} from "#connections/vendors/protocol/signing-provider"
import { reader } from "#connections/vendors/protocol/vendor-json"
import { docuSignCallbacks } from "./callback.ts"
import { Envelope, Found, Made, Recipients, statusOf, View, Workflows } from "./envelope.ts"
import { docuSignTokens } from "./token.ts"

const title = "DocuSign"

const readCode = reader(Schema.Struct({ errorCode: Schema.String }))
const throttles = [
  "HOURLY_APIINVOCATION_LIMIT_EXCEEDED",
  "BURST_APIINVOCATION_LIMIT_EXCEEDED",
  "Hourly_Envelope_Polling_Limit_Exceeded"
]

/**
 * Where the account's API is: the operator's address, else what DocuSign told when it was connected; none where it did not,
 * so that no request is taken for one whose answer was lost.
 */
const apiOf = ({ addresses, keys }: Pick<SigningTools, "addresses" | "keys">) => {
  const base = Option.getOrElse(addresses.override("docusign"), () => setting(keys, "base_uri").replace(/\/+$/, ""))
  const account = setting(keys, "account_id")
  return base === "" || account === ""
    ? Effect.fail(
        new SigningFailed({ kind: "credential", message: "The DocuSign account is unknown. Connect DocuSign again" })
      )
    : Effect.succeed(`${base}/restapi/v2.1/accounts/${encodeURIComponent(account)}`)
}

const wholeDays = (from: DateTime.Utc, to: DateTime.Utc) =>
  Math.max(1, Math.ceil((to.epochMilliseconds - from.epochMilliseconds) / Duration.toMillis("1 day")))

const open: SigningProvider["open"] = (tools) => {
  const { calls } = tools
  const api = apiOf(tools)
  const credential = docuSignTokens(tools)
  const json = { "content-type": "application/json" }

  const told = Effect.fnUntraced(function* (answer: VendorAnswer, call: Effecting) {
    if (isSuccess(answer)) return answer
    const code = Option.map(readCode(answer.body), ({ errorCode }) => errorCode)
    const failure = failureOf(title, answer, call, code, throttles)
    return yield* Option.contains(code, "ENVELOPE_DOES_NOT_EXIST")
      ? new SigningFailed({ kind: "missing", message: failure.message })
      : failure
  })

  const read = Effect.fnUntraced(function* (path: string) {
    const url = `${yield* api}${path}`
    const answer = yield* signedIn(credential, (headers) => calls.read({ url, headers })).pipe(
      Effect.catchTag("VendorUnanswered", (failure) => Effect.fail(noAnswer(title, "reads")(failure)))
    )
    return yield* told(answer, "reads")
  })

  const write = Effect.fnUntraced(function* (
    method: "POST" | "PUT",
    path: string,
    body: Schema.Json,
    effecting: Effecting = "writes"
  ) {
    const url = `${yield* api}${path}`
    const answer = yield* signedIn(credential, (headers) =>
      calls.write({ method, url, headers: { ...headers, ...json }, body: JSON.stringify(body) })
    ).pipe(Effect.catchTag("VendorUnanswered", (failure) => Effect.fail(noAnswer(title, effecting)(failure))))
    return yield* told(answer, effecting)
  })

  const envelope = (id: string) => Effect.map(idInPath(title, id), (safe) => `/envelopes/${safe}`)

  /** By the account's own workflow for texted codes; the older form where it has none. */
  const textedCode = Effect.fnUntraced(function* (phone: string) {
    const workflows = yield* read("/identity_verification").pipe(
      Effect.flatMap(readAs(title, Workflows, "reads")),
      Effect.catchIf(
        ({ kind }) => kind === "missing" || kind === "refused",
        () => Effect.succeed<typeof Workflows.Type>({})
      )
    )
    const workflow = workflows.identityVerification?.find(({ defaultName }) => defaultName === "Phone Authentication")
    const { parsePhoneNumberFromString } = yield* Effect.promise(() => import("libphonenumber-js"))
    const parsed = parsePhoneNumberFromString(phone)
    if (workflow?.workflowId === null || workflow?.workflowId === undefined || parsed === undefined) {
      return {
        idCheckConfigurationName: "SMS Auth $",
        requireIdLookup: "true",
        smsAuthentication: { senderProvidedNumbers: [phone] }
      }
    }
    const number = { countryCode: parsed.countryCallingCode, number: parsed.nationalNumber }
    return {
      identityVerification: {
        workflowId: workflow.workflowId,
        steps: null,
        inputOptions: [{ name: "phone_number_list", valueType: "PhoneNumberList", phoneNumberList: [number] }]
      }
    }
  })

  const checkedBy = (check: SignerCheck): Effect.Effect<Schema.JsonObject, SigningFailed> => {
    switch (check._tag) {
      case "Mailbox":
        return Effect.succeed({})
      case "AccessCode":
        return Effect.succeed({ accessCode: Redacted.value(check.code) })
      case "Sms":
        return textedCode(Redacted.value(check.phone))
    }
  }

  const notification = (url: string): Schema.JsonObject => ({
    url,
    requireAcknowledgment: "true",
    loggingEnabled: "true",
    includeHMAC: "true",
    deliveryMode: "SIM",
    events: ["envelope-completed", "envelope-declined", "envelope-voided"],
    eventData: { version: "restv2.1" }
  })

  const create = Effect.fn("DocuSign.create")(function* (signature: NewSignature) {
    const now = yield* DateTime.now
    const check = yield* checkedBy(signature.check)
    const { expiresAt, file, mark, message, signer } = signature
    const answer = yield* write("POST", "/envelopes", {
      status: "sent",
      // The same one makes no second envelope, and finds the first.
      transactionId: mark,
      emailSubject: signature.title,
      emailBlurb: message,
      documents: [
        {
          documentId: "1",
          name: file.name,
          fileExtension: file.extension,
          documentBase64: Buffer.from(file.bytes).toString("base64")
        }
      ],
      recipients: {
        signers: [
          {
            recipientId: "1",
            routingOrder: "1",
            name: signer.name,
            email: signer.email,
            // Mailed by DocuSign, and to be led there by us as well.
            clientUserId: mark,
            embeddedRecipientStartURL: "SIGN_AT_DOCUSIGN",
            ...check
          }
        ]
      },
      notification: {
        useAccountDefaults: "false",
        expirations: { expireEnabled: "true", expireAfter: String(wholeDays(now, expiresAt)), expireWarn: "0" }
      },
      ...Option.match(signature.callbackUrl, {
        onNone: () => ({}),
        onSome: (url) => ({ eventNotification: notification(url) })
      })
    })
    return (yield* readAs(title, Made, "writes")(answer)).envelopeId
  })

  /** Whether an envelope is the one that this mark made: its signer has it. */
  const isMarked = Effect.fnUntraced(function* (id: string, mark: string) {
    const answer = yield* read(`${yield* envelope(id)}/recipients`)
    const { signers } = yield* readAs(title, Recipients, "reads")(answer)
    return (signers ?? []).some(({ clientUserId }) => clientUserId === mark)
  })

  const find = Effect.fn("DocuSign.find")(function* (mark: string) {
    const answer = yield* read(`/envelopes?${new URLSearchParams({ transaction_ids: mark })}`)
    const { envelopeTransactionStatuses, envelopes } = yield* readAs(title, Found, "reads")(answer)
    const listed = [...(envelopeTransactionStatuses ?? []), ...(envelopes ?? [])]
    const named = listed.find(({ transactionId }) => transactionId?.toLowerCase() === mark)
    if (named !== undefined) return requestId(named.envelopeId)
    // Those that do not say which transaction made them are looked into, and no more than a few.
    const silent = listed.flatMap(({ envelopeId, transactionId }) =>
      typeof transactionId === "string" ? [] : Option.toArray(requestId(envelopeId))
    )
    for (const id of silent.slice(0, 3)) if (yield* isMarked(id, mark)) return Option.some(id)
    return Option.none()
  })

  const stateOf = Effect.fn("DocuSign.stateOf")(function* (id: string) {
    const path = yield* envelope(id)
    const found = yield* Effect.flatMap(read(path), readAs(title, Envelope, "reads"))
    const status = statusOf(found, yield* DateTime.now)
    if (status !== "signed") return { status, signedAt: null, signer: null }
    const { signers } = yield* Effect.flatMap(read(`${path}/recipients`), readAs(title, Recipients, "reads"))
    const [signer] = signers ?? []
    return {
      status,
      signedAt: momentOf(signer?.signedDateTime) ?? momentOf(found.completedDateTime),
      signer:
        signer?.email === null || signer?.email === undefined ? null : { name: signer.name ?? "", email: signer.email }
    }
  })

  const download = Effect.fnUntraced(function* (path: string) {
    const url = `${yield* api}${path}`
    const answer = yield* signedIn(credential, (headers) =>
      calls.download({ url, headers: { ...headers, accept: "application/pdf" } })
    ).pipe(Effect.catchTag("VendorUnanswered", (failure) => Effect.fail(noAnswer(title, "reads")(failure))))
    yield* told({ ...answer, body: Buffer.from(answer.bytes.subarray(0, 4096)).toString("utf8") }, "reads")
    if (answer.truncated) return yield* new SigningFailed({ kind: "refused", message: "The signed file is too large" })
    return answer.bytes
  })

  return {
    find,
    create,
    stateOf,
    signingUrl: Effect.fn("DocuSign.signingUrl")(function* ({ id, mark, signer }, returnUrl) {
      const path = yield* envelope(id)
      const view = {
        returnUrl,
        authenticationMethod: "none",
        clientUserId: mark,
        userName: signer.name,
        email: signer.email
      }
      // A view more or less changes nothing.
      const answer = yield* write("POST", `${path}/views/recipient`, view, "reads")
      const { url } = yield* readAs(title, View, "reads")(answer)
      return signingAddress(url, tools.addresses.override("docusign"))
    }),
    cancel: Effect.fn("DocuSign.cancel")(function* (id, reason) {
      yield* write("PUT", yield* envelope(id), { status: "voided", voidedReason: reason.slice(0, 200).toWellFormed() })
    }),
    remind: Effect.fn("DocuSign.remind")(function* (id) {
      yield* write("PUT", `${yield* envelope(id)}?resend_envelope=true`, {})
    }),
    papers: Effect.fn("DocuSign.papers")(function* (id) {
      const path = yield* envelope(id)
      const signed = yield* download(`${path}/documents/combined?certificate=false`)
      return { signed, certificate: Option.some(yield* download(`${path}/documents/certificate`)) }
    })
  }
}

/** DocuSign, eSignature REST API v2.1. */
export const docuSignSigning: SigningProvider = {
  name: "docusign",
  title,
  vendors: ["docusign"],
  findSettles: "1 minute",
  leads: true,
  // More often it refuses (Hourly_Envelope_Polling_Limit_Exceeded).
  lookEvery: "15 minutes",
  open,
  ...docuSignCallbacks
}
