import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import type { VendorAnswer } from "#connections/vendors/protocol/calls"
import { setting } from "#connections/vendors/protocol/connection-fields"
import {
  clear,
  type Effecting,
  failureOf,
  fileName,
  idInPath,
  isSuccess,
  multipart,
  noAnswer,
  readAs,
  RequestId,
  signingAddress
} from "#connections/vendors/protocol/signing-answers"
import {
  type NewSignature,
  type SignatureState,
  type SignerCheck,
  SigningFailed,
  type SigningProvider
} from "#connections/vendors/protocol/signing-provider"
import { maybeFlag, maybeNumber, maybeText, reader } from "#connections/vendors/protocol/vendor-json"
import { dropboxCallbacks } from "./callback.ts"

const title = "Dropbox Sign"

const readCode = reader(Schema.Struct({ error: Schema.Struct({ error_name: Schema.String }) }))

const Request = Schema.Struct({
  signature_request_id: RequestId,
  is_complete: maybeFlag,
  is_declined: maybeFlag,
  signing_url: maybeText,
  metadata: Schema.optionalKey(Schema.NullOr(Schema.Unknown)),
  signatures: Schema.optionalKey(
    Schema.NullOr(
      Schema.Array(
        Schema.Struct({
          signer_email_address: maybeText,
          signer_name: maybeText,
          status_code: maybeText,
          signed_at: maybeNumber,
          signing_url: maybeText
        })
      )
    )
  )
})
type Request = typeof Request.Type
const One = Schema.Struct({ signature_request: Request })
const List = Schema.Struct({ signature_requests: Schema.Array(Request) })

const markIn = Schema.decodeUnknownOption(Schema.Struct({ svc_request: Schema.String }))

const checkFields = (check: SignerCheck): ReadonlyArray<readonly [string, string]> => {
  switch (check._tag) {
    case "Mailbox":
      return []
    case "AccessCode":
      return [["signers[0][pin]", Redacted.value(check.code)]]
    case "Sms":
      return [
        ["signers[0][sms_phone_number]", Redacted.value(check.phone)],
        ["signers[0][sms_phone_number_type]", "authentication"]
      ]
  }
}

const statusOf = ({ is_complete, is_declined, signatures }: Request): SignatureState["status"] => {
  const codes = (signatures ?? []).map(({ status_code }) => status_code ?? "")
  if (is_complete === true) return "signed"
  if (is_declined === true || codes.includes("declined")) return "declined"
  if (codes.includes("expired")) return "expired"
  return codes.some((code) => code === "canceled" || code === "cancelled") ? "voided" : "pending"
}

const hour = 3_600_000

/** Milliseconds; it takes 1 to 90 days, in full hours. What is to live longer ends there, and is ended by us otherwise. */
const within = (now: DateTime.Utc, expiresAt: DateTime.Utc) =>
  Math.min(
    Math.max(expiresAt.epochMilliseconds, now.epochMilliseconds + 26 * hour),
    now.epochMilliseconds + 90 * 24 * hour - hour
  )

const open: SigningProvider["open"] = ({ addresses, calls, keys }) => {
  const api = `${addresses.of("dropboxSign")}/v3`
  const key = Buffer.from(`${clear(keys.secrets.get("api_key"))}:`).toString("base64")
  const headers = { authorization: `Basic ${key}`, accept: "application/json" }

  const told = Effect.fnUntraced(function* (answer: VendorAnswer, call: Effecting) {
    if (isSuccess(answer)) return answer
    const code = Option.map(readCode(answer.body), ({ error }) => error.error_name)
    return yield* failureOf(title, answer, call, code, ["exceeded_rate", "too_many_requests"])
  })

  const read = (path: string) =>
    calls.read({ url: `${api}${path}`, headers }).pipe(
      Effect.mapError(noAnswer(title, "reads")),
      Effect.flatMap((answer) => told(answer, "reads"))
    )

  const write = (path: string, body: string | Uint8Array, contentType = "application/x-www-form-urlencoded") =>
    calls
      .write({ method: "POST", url: `${api}${path}`, headers: { ...headers, "content-type": contentType }, body })
      .pipe(
        Effect.mapError(noAnswer(title, "writes")),
        Effect.flatMap((answer) => told(answer, "writes"))
      )

  const request = Effect.fnUntraced(function* (id: string) {
    const answer = yield* read(`/signature_request/${yield* idInPath(title, id)}`)
    return (yield* readAs(title, One, "reads")(answer)).signature_request
  })

  const create = Effect.fn("DropboxSign.create")(function* (signature: NewSignature) {
    const { check, expiresAt, file, mark, message, signer } = signature
    const now = yield* DateTime.now
    const client = setting(keys, "client_id")
    const form = multipart(
      [
        ["title", signature.title],
        ["subject", signature.title],
        ["message", message],
        ["signers[0][name]", signer.name],
        ["signers[0][email_address]", signer.email],
        // Without it the only way to decline is silence.
        ["allow_decline", "1"],
        ...checkFields(check),
        // By it the request is found whose answer was lost.
        ["metadata[svc_request]", mark],
        ["expires_at", String(Math.floor(within(now, expiresAt) / 1000))],
        ...(client === "" ? [] : [["client_id", client] as const])
      ],
      { field: "files[0]", name: fileName(file), contentType: file.contentType, bytes: file.bytes },
      mark
    )
    const answer = yield* write("/signature_request/send", form.body, form.contentType)
    return (yield* readAs(title, One, "writes")(answer)).signature_request.signature_request_id
  })

  const find = Effect.fn("DropboxSign.find")(function* (mark: string) {
    const query = new URLSearchParams({ query: `metadata:${mark}`, page_size: "20" })
    const answer = yield* read(`/signature_request/list?${query}`)
    const { signature_requests } = yield* readAs(title, List, "reads")(answer)
    return Option.fromUndefinedOr(
      signature_requests.find(({ metadata }) =>
        Option.exists(markIn(metadata), ({ svc_request }) => svc_request === mark)
      )?.signature_request_id
    )
  })

  return {
    find,
    create,
    stateOf: Effect.fn("DropboxSign.stateOf")(function* (id) {
      const found = yield* request(id)
      const status = statusOf(found)
      const signature = (found.signatures ?? []).find(({ status_code }) => status_code === "signed")
      if (status !== "signed") return { status, signedAt: null, signer: null }
      const at = signature?.signed_at
      const email = signature?.signer_email_address
      return {
        status,
        signedAt: at === null || at === undefined ? null : Option.getOrNull(DateTime.make(at * 1000)),
        signer: email === null || email === undefined ? null : { name: signature?.signer_name ?? "", email }
      }
    }),
    signingUrl: Effect.fn("DropboxSign.signingUrl")(function* ({ id }) {
      const { signatures, signing_url } = yield* request(id)
      const url = signatures?.find((signature) => typeof signature.signing_url === "string")?.signing_url ?? signing_url
      return signingAddress(url, addresses.override("dropboxSign"))
    }),
    cancel: Effect.fn("DropboxSign.cancel")(function* (id) {
      yield* write(`/signature_request/cancel/${yield* idInPath(title, id)}`, "")
    }),
    remind: Effect.fn("DropboxSign.remind")(function* (id, { email }) {
      const form = new URLSearchParams({ email_address: email })
      yield* write(`/signature_request/remind/${yield* idInPath(title, id)}`, form.toString())
    }),
    papers: Effect.fn("DropboxSign.papers")(function* (id) {
      const safe = yield* idInPath(title, id)
      const answer = yield* calls
        .download({
          url: `${api}/signature_request/files/${safe}?file_type=pdf`,
          headers: { ...headers, accept: "application/pdf" }
        })
        .pipe(Effect.mapError(noAnswer(title, "reads")))
      // They are put together after the last signature.
      if (answer.status === 409) {
        return yield* new SigningFailed({ kind: "later", message: `${title} is still preparing the signed file` })
      }
      yield* told({ ...answer, body: Buffer.from(answer.bytes.subarray(0, 4096)).toString("utf8") }, "reads")
      if (answer.truncated) {
        return yield* new SigningFailed({ kind: "refused", message: "The signed file is too large" })
      }
      // The audit trail is the last pages of the file itself.
      return { signed: answer.bytes, certificate: Option.none() }
    })
  }
}

/** Dropbox Sign, API v3. */
export const dropboxSignSigning: SigningProvider = {
  name: "dropbox_sign",
  title,
  vendors: ["dropboxSign"],
  // Its search shows a new request some time after it was made.
  findSettles: "10 minutes",
  lookEvery: "1 minute",
  // Its address asks for a login; who has none signs by the mailed link.
  leads: false,
  open,
  ...dropboxCallbacks
}
