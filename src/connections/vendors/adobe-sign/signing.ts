import { DateTime, Effect, Option, Redacted, Schedule, Schema } from "effect"
import type { VendorAnswer } from "#connections/vendors/protocol/calls"
import { signedIn } from "#connections/vendors/protocol/signed-in"
import {
  type Effecting,
  failureOf,
  fileName,
  idInPath,
  isSuccess,
  momentOf,
  multipart,
  noAnswer,
  readAs,
  RequestId,
  requestId,
  signingAddress
} from "#connections/vendors/protocol/signing-answers"
import {
  type NewSignature,
  type SignatureState,
  type SignerCheck,
  SigningFailed,
  type SigningProvider
} from "#connections/vendors/protocol/signing-provider"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"
import { adobeCallbacks } from "./callback.ts"
import { accessPoint, adobeTokens } from "./token.ts"

const title = "Adobe Sign"

const readCode = reader(Schema.Struct({ code: Schema.String }))

const Transient = Schema.Struct({ transientDocumentId: Schema.String })
const Made = Schema.Struct({ id: RequestId })
const Listed = Schema.Struct({
  userAgreementList: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Struct({ id: maybeText }))))
})
const Agreement = Schema.Struct({
  status: Schema.String,
  externalId: Schema.optionalKey(Schema.NullOr(Schema.Struct({ id: maybeText })))
})
const Events = Schema.Struct({
  events: Schema.optionalKey(
    Schema.NullOr(
      Schema.Array(
        Schema.Struct({ type: Schema.String, date: maybeText, participantEmail: maybeText, actingUserName: maybeText })
      )
    )
  )
})
const Members = Schema.Struct({
  participantSets: Schema.optionalKey(
    Schema.NullOr(
      Schema.Array(
        Schema.Struct({
          memberInfos: Schema.optionalKey(
            Schema.NullOr(Schema.Array(Schema.Struct({ id: maybeText, email: maybeText })))
          )
        })
      )
    )
  )
})
const Urls = Schema.Struct({
  signingUrlSetInfos: Schema.optionalKey(
    Schema.NullOr(
      Schema.Array(
        Schema.Struct({
          signingUrls: Schema.optionalKey(
            Schema.NullOr(Schema.Array(Schema.Struct({ email: maybeText, esignUrl: maybeText })))
          )
        })
      )
    )
  )
})

const done = new Set(["SIGNED", "APPROVED", "ACCEPTED", "DELIVERED", "FORM_FILLED", "ARCHIVED"])
const signings = new Set(["ESIGNED", "DIGSIGNED", "ACTION_COMPLETED", "WET_SIGNED"])

const securityOf = Effect.fnUntraced(function* (check: SignerCheck): Effect.fn.Return<Schema.JsonObject> {
  switch (check._tag) {
    case "Mailbox":
      return { authenticationMethod: "NONE" }
    case "AccessCode":
      return { authenticationMethod: "PASSWORD", password: Redacted.value(check.code) }
    case "Sms": {
      const phone = Redacted.value(check.phone)
      const { parsePhoneNumberFromString } = yield* Effect.promise(() => import("libphonenumber-js"))
      const parsed = parsePhoneNumberFromString(phone)
      return {
        authenticationMethod: "PHONE",
        phoneInfo: {
          countryCode: parsed?.countryCallingCode ?? "",
          phone: parsed?.nationalNumber ?? phone.slice(1)
        }
      }
    }
  }
})

/** A signing address is there a moment after the agreement, not with it. */
const soon = { times: 4, schedule: Schedule.spaced("700 millis") } as const

const open: SigningProvider["open"] = (tools) => {
  const { calls } = tools
  const api = `${accessPoint(tools)}/api/rest/v6`
  const credential = adobeTokens(tools)

  const told = Effect.fnUntraced(function* (answer: VendorAnswer, call: Effecting) {
    if (isSuccess(answer)) return answer
    return yield* failureOf(
      title,
      answer,
      call,
      Option.map(readCode(answer.body), ({ code }) => code)
    )
  })

  const read = Effect.fnUntraced(function* (path: string) {
    const answer = yield* signedIn(credential, (headers) => calls.read({ url: `${api}${path}`, headers })).pipe(
      Effect.catchTag("VendorUnanswered", (failure) => Effect.fail(noAnswer(title, "reads")(failure)))
    )
    return yield* told(answer, "reads")
  })

  const send = Effect.fnUntraced(function* (
    method: "POST" | "PUT",
    path: string,
    { body, contentType, effecting }: { body: string | Uint8Array; contentType: string; effecting: Effecting }
  ) {
    const answer = yield* signedIn(credential, (headers) =>
      calls.write({ method, url: `${api}${path}`, headers: { ...headers, "content-type": contentType }, body })
    ).pipe(Effect.catchTag("VendorUnanswered", (failure) => Effect.fail(noAnswer(title, effecting)(failure))))
    return yield* told(answer, effecting)
  })

  const write = (method: "POST" | "PUT", path: string, body: Schema.Json) =>
    send(method, path, { body: JSON.stringify(body), contentType: "application/json", effecting: "writes" })

  const agreement = (id: string) => Effect.map(idInPath(title, id), (safe) => `/agreements/${safe}`)

  /** An upload notifies no one, so a lost one is repeated. */
  const upload = Effect.fnUntraced(function* ({ file, mark }: NewSignature) {
    const name = fileName(file)
    const form = multipart(
      [
        ["File-Name", name],
        ["Mime-Type", file.contentType]
      ],
      { field: "File", name, contentType: file.contentType, bytes: file.bytes },
      mark
    )
    const answer = yield* send("POST", "/transientDocuments", { ...form, effecting: "reads" })
    return (yield* readAs(title, Transient, "reads")(answer)).transientDocumentId
  })

  const create = Effect.fn("AdobeSign.create")(function* (signature: NewSignature) {
    const transientDocumentId = yield* upload(signature)
    const { check, expiresAt, mark, message, signer } = signature
    const answer = yield* write("POST", "/agreements", {
      fileInfos: [{ transientDocumentId }],
      name: signature.title,
      message,
      participantSetsInfo: [
        { order: 1, role: "SIGNER", memberInfos: [{ email: signer.email, securityOption: yield* securityOf(check) }] }
      ],
      signatureType: "ESIGN",
      state: "IN_PROCESS",
      // By it the agreement is found whose answer was lost.
      externalId: { id: mark },
      // Its form has no fractions of a second.
      expirationTime: DateTime.formatIso(expiresAt).replace(/\.\d+Z$/, "Z")
    })
    return (yield* readAs(title, Made, "writes")(answer)).id
  })

  const find = Effect.fn("AdobeSign.find")(function* (mark: string) {
    const answer = yield* read(`/agreements?${new URLSearchParams({ externalId: mark })}`)
    const { userAgreementList } = yield* readAs(title, Listed, "reads")(answer)
    const ids = (userAgreementList ?? []).flatMap(({ id }) => Option.toArray(requestId(id)))
    // A list that was not filtered holds others' agreements: it is the mark in it that tells.
    for (const id of ids.slice(0, 3)) {
      const { externalId } = yield* Effect.flatMap(read(yield* agreement(id)), readAs(title, Agreement, "reads"))
      if (externalId?.id === mark || (externalId?.id === undefined && ids.length === 1)) return Option.some(id)
    }
    return Option.none()
  })

  const eventsOf = Effect.fnUntraced(function* (path: string) {
    const { events } = yield* Effect.flatMap(read(`${path}/events`), readAs(title, Events, "reads"))
    return events ?? []
  })

  const stateOf = Effect.fn("AdobeSign.stateOf")(function* (
    id: string
  ): Effect.fn.Return<SignatureState, SigningFailed> {
    const path = yield* agreement(id)
    const { status } = yield* Effect.flatMap(read(path), readAs(title, Agreement, "reads"))
    const without = (ended: SignatureState["status"]) => ({ status: ended, signedAt: null, signer: null })
    if (status === "EXPIRED") return without("expired")
    if (status === "CANCELLED" || status === "RECALLED" || status === "ABORTED") {
      const events = yield* eventsOf(path)
      return without(events.some(({ type }) => type === "REJECTED") ? "declined" : "voided")
    }
    if (!done.has(status)) return without("pending")
    const signing = (yield* eventsOf(path)).findLast(({ type }) => signings.has(type))
    return {
      status: "signed",
      signedAt: momentOf(signing?.date),
      signer:
        signing?.participantEmail === null || signing?.participantEmail === undefined
          ? null
          : { name: signing.actingUserName ?? "", email: signing.participantEmail }
    }
  })

  const download = Effect.fnUntraced(function* (path: string) {
    const answer = yield* signedIn(credential, (headers) =>
      calls.download({ url: `${api}${path}`, headers: { ...headers, accept: "*/*" } })
    ).pipe(Effect.catchTag("VendorUnanswered", (failure) => Effect.fail(noAnswer(title, "reads")(failure))))
    yield* told({ ...answer, body: Buffer.from(answer.bytes.subarray(0, 4096)).toString("utf8") }, "reads")
    if (answer.truncated) return yield* new SigningFailed({ kind: "refused", message: "The signed file is too large" })
    return answer.bytes
  })

  const urlNow = Effect.fnUntraced(function* (path: string, email: string) {
    const { signingUrlSetInfos } = yield* Effect.flatMap(read(`${path}/signingUrls`), readAs(title, Urls, "reads"))
    const urls = (signingUrlSetInfos ?? []).flatMap(({ signingUrls }) => signingUrls ?? [])
    // Whom the signer has delegated to signs at another address, which is that person's alone.
    const own = urls.find((url) => url.email?.toLowerCase() === email.toLowerCase())
    return signingAddress(own?.esignUrl, tools.addresses.override("adobeSign"))
  })

  return {
    find,
    create,
    stateOf,
    signingUrl: Effect.fn("AdobeSign.signingUrl")(function* ({ id, signer }) {
      const path = yield* agreement(id)
      return yield* urlNow(path, signer.email).pipe(
        Effect.retry({ ...soon, while: ({ kind }) => kind === "missing" }),
        Effect.catchIf(
          ({ kind }) => kind === "missing",
          () => Effect.succeedNone
        )
      )
    }),
    cancel: Effect.fn("AdobeSign.cancel")(function* (id, reason) {
      yield* write("PUT", `${yield* agreement(id)}/state`, {
        state: "CANCELLED",
        agreementCancellationInfo: { comment: reason, notifyOthers: true }
      })
    }),
    remind: Effect.fn("AdobeSign.remind")(function* (id, signer) {
      const path = yield* agreement(id)
      const { participantSets } = yield* Effect.flatMap(read(`${path}/members`), readAs(title, Members, "reads"))
      const members = (participantSets ?? []).flatMap(({ memberInfos }) => memberInfos ?? [])
      const recipients = members.flatMap((member) =>
        typeof member.id === "string" && member.email?.toLowerCase() === signer.email.toLowerCase() ? [member.id] : []
      )
      if (recipients.length === 0) {
        return yield* new SigningFailed({ kind: "refused", message: "Adobe Sign did not return the signer" })
      }
      yield* write("POST", `${path}/reminders`, { recipientParticipantIds: recipients, status: "ACTIVE" })
    }),
    papers: Effect.fn("AdobeSign.papers")(function* (id) {
      const path = yield* agreement(id)
      const signed = yield* download(`${path}/combinedDocument`)
      return { signed, certificate: Option.some(yield* download(`${path}/auditTrail`)) }
    })
  }
}

/** Adobe Acrobat Sign, REST API v6. */
export const adobeSignSigning: SigningProvider = {
  name: "adobe_sign",
  title,
  vendors: ["adobeSign"],
  findSettles: "1 minute",
  leads: true,
  lookEvery: "1 minute",
  open,
  ...adobeCallbacks
}
