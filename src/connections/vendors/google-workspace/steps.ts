import { Effect, Option, type Redacted, Schema } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { Leaver, VendorCalls, VendorReads, VendorUnanswered } from "#connections/vendors/protocol/connector"
import { type GoogleUser, headersOf, idOf, keyOf, userIn } from "./api.ts"
import { asHtml, outOfOffice } from "#connections/vendors/protocol/out-of-office"
import { statusText } from "#connections/vendors/protocol/outcome"
import { type OptionalStep, aside } from "#connections/vendors/protocol/read-back"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"

/** Where a piece of work finds things, and what opens them. */
export interface GoogleDesk {
  readonly addresses: VendorAddresses["Service"]
  readonly token: Redacted.Redacted
}

export const usersUrl = (addresses: VendorAddresses["Service"]) => `${addresses.of("google")}/admin/directory/v1/users`

export const userUrl = (addresses: VendorAddresses["Service"], email: string) =>
  `${usersUrl(addresses)}/${keyOf(email)}`

/** One arbitrary person of the directory: shows that Google responds for it. */
export const anyone = (calls: VendorReads, { addresses, token }: GoogleDesk) =>
  calls.read({ url: `${usersUrl(addresses)}?customer=my_customer&maxResults=1`, headers: headersOf(token) })

export const transfersUrl = (addresses: VendorAddresses["Service"]) =>
  `${addresses.of("google")}/admin/datatransfer/v1/transfers`

export const vacationAt = (addresses: VendorAddresses["Service"], mailbox: string) =>
  `${addresses.of("gmail")}/gmail/v1/users/${mailbox}/settings/vacation`

export const vacationUrl = (addresses: VendorAddresses["Service"], email: string) => vacationAt(addresses, keyOf(email))

const send = (
  calls: VendorCalls,
  token: Redacted.Redacted,
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  url: string,
  body?: object
) => calls.write({ method, url, headers: headersOf(token), body: body === undefined ? "" : JSON.stringify(body) })

/** The mailbox answers for the leaver; impossible once the account is suspended. */
export const reply = (
  calls: VendorCalls,
  { addresses, token }: GoogleDesk,
  user: GoogleUser,
  leaver: Leaver
): Effect.Effect<OptionalStep> => {
  const { subject, text } = outOfOffice(leaver)
  return aside(
    send(calls, token, "PUT", vacationUrl(addresses, user.primaryEmail), {
      enableAutoReply: true,
      responseSubject: subject,
      responseBodyPlainText: text,
      responseBodyHtml: asHtml(text),
      restrictToContacts: false,
      restrictToDomain: false
    })
  )
}

/** Takes the use of an account, or gives it back. */
export const suspend = (
  calls: VendorCalls,
  { addresses, token }: GoogleDesk,
  user: GoogleUser,
  { suspended }: { readonly suspended: boolean } = { suspended: true }
) => {
  const url = userUrl(addresses, idOf(user))
  const body = { suspended }
  // Both are documented for it; some servers in front of Google know only the one.
  return Effect.flatMap(send(calls, token, "PATCH", url, body), (answer) =>
    [404, 405, 501].includes(answer.status) ? send(calls, token, "PUT", url, body) : Effect.succeed(answer)
  )
}

export const signOut = (calls: VendorCalls, { addresses, token }: GoogleDesk, user: GoogleUser) =>
  aside(send(calls, token, "POST", `${userUrl(addresses, idOf(user))}/signOut`))

const Text = Schema.Union([Schema.String, Schema.Number])

const readItems = reader(
  Schema.Struct({
    items: Schema.optionalKey(
      Schema.NullOr(
        Schema.Array(Schema.Struct({ clientId: Schema.optionalKey(Text), codeId: Schema.optionalKey(Text) }))
      )
    )
  })
)

/** How many were ended, and whether some are, or may be, still there. */
export interface Ended {
  readonly count: number
  readonly some: boolean
  /** Why it could not be read, if so. */
  readonly unseen?: string
}

/** Ends what other apps may do in the person's name (`tokens`), or the passwords made for them (`asps`). */
export const end = Effect.fnUntraced(function* (
  calls: VendorCalls,
  { addresses, token }: GoogleDesk,
  user: GoogleUser,
  kind: "tokens" | "asps"
) {
  const url = `${userUrl(addresses, idOf(user))}/${kind}`
  const list = Effect.match(calls.read({ url, headers: headersOf(token) }), {
    onFailure: ({ message }) => ({ ids: Option.none<ReadonlyArray<string | number>>(), why: message }),
    onSuccess: ({ body, status }) => ({
      ids: Option.map(status < 300 ? readItems(body) : Option.none(), ({ items }) =>
        (items ?? []).flatMap(({ clientId, codeId }) => clientId ?? codeId ?? [])
      ),
      why: statusText(status)
    })
  })
  const { ids, why } = yield* list
  if (Option.isNone(ids)) return { count: 0, some: false, unseen: why } satisfies Ended
  if (ids.value.length === 0) return { count: 0, some: false } satisfies Ended
  yield* Effect.forEach(ids.value, (id) =>
    aside(send(calls, token, "DELETE", `${url}/${encodeURIComponent(String(id))}`))
  )
  const left = (yield* list).ids
  // What is no longer visible may still exist.
  if (Option.isNone(left)) return { count: 0, some: true } satisfies Ended
  return { count: ids.value.length - left.value.length, some: left.value.length > 0 } satisfies Ended
})

const readTransfers = reader(
  Schema.Struct({
    dataTransfers: Schema.optionalKey(
      Schema.NullOr(Schema.Array(Schema.Struct({ newOwnerUserId: maybeText, overallTransferStatusCode: maybeText })))
    )
  })
)

const drive = {
  // Drive and Docs, by the number that Google gives to this application everywhere.
  applicationId: "55656082996",
  applicationTransferParams: [{ key: "PRIVACY_LEVEL", value: ["PRIVATE", "SHARED"] }]
}

const userAt = Effect.fnUntraced(function* (calls: VendorReads, { addresses, token }: GoogleDesk, email: string) {
  const answer = yield* calls.read({ url: userUrl(addresses, email), headers: headersOf(token) })
  return answer.status < 300 ? userIn(answer.body) : Option.none()
})

/** Transfers of a person's files to another, as Google lists them. */
const transfersOf = (calls: VendorReads, { addresses, token }: GoogleDesk, from: string, to: string) =>
  Effect.map(
    calls.read({
      url: `${transfersUrl(addresses)}?customerId=my_customer&oldOwnerUserId=${encodeURIComponent(from)}`,
      headers: headersOf(token)
    }),
    ({ body, status }) => {
      const list = status < 300 ? readTransfers(body) : Option.none()
      return {
        status,
        isShown: Option.isSome(list),
        states: Option.match(list, {
          onNone: () => [],
          onSome: ({ dataTransfers }) =>
            (dataTransfers ?? []).flatMap(({ newOwnerUserId, overallTransferStatusCode }) =>
              newOwnerUserId === to ? [overallTransferStatusCode ?? ""] : []
            )
        })
      }
    }
  )

type Transfer = OptionalStep | { readonly done: "already" }

/**
 * Starts the transfer of the leaver's files to the manager, which continues at Google; one in progress is left alone.
 * `people` opens the directory if `desk` opens only transfers.
 */
export const transferDrive = Effect.fnUntraced(
  function* (
    calls: VendorCalls,
    desk: GoogleDesk,
    user: GoogleUser,
    { managerEmail }: Leaver,
    people: GoogleDesk = desk
  ) {
    const because = (why: string): Transfer => ({ done: false, why })
    if (managerEmail === null) return because("no manager is on record")
    const manager = yield* userAt(calls, people, managerEmail)
    if (Option.isNone(manager)) return because("the manager has no Google account")
    const [from, to] = [user.id, manager.value.id]
    if (typeof from !== "string" || typeof to !== "string" || from === to) {
      return because("Google does not show two accounts for it")
    }
    const { addresses, token } = desk
    const begun = Effect.map(transfersOf(calls, desk, from, to), ({ states, status }) => ({
      status,
      isThere: states.some((state) => state !== "failed")
    }))
    const before = yield* begun
    if (before.isThere) return { done: "already" } satisfies Transfer
    if (before.status >= 300 && ![404, 405, 501].includes(before.status)) return because(statusText(before.status))
    const started = yield* aside(
      send(calls, token, "POST", transfersUrl(addresses), {
        oldOwnerUserId: from,
        newOwnerUserId: to,
        applicationDataTransfers: [drive]
      })
    )
    if (started.done) return started
    // It may have started anyway: without a response only the list shows it.
    return (yield* begun).isThere ? ({ done: true } satisfies Transfer) : started
  },
  Effect.catchTag("VendorUnanswered", ({ message }) => Effect.succeed<Transfer>({ done: false, why: message }))
)

/** `absent`: Google lists no such transfer; `unknown`: it did not show the list. */
type TransferStanding = "completed" | "under_way" | "failed" | "absent" | "unknown"

/** Progress of the transfer of a person's files. */
export const transferStanding = Effect.fnUntraced(function* (
  calls: VendorReads,
  desk: GoogleDesk,
  user: GoogleUser,
  email: string,
  people: GoogleDesk
): Effect.fn.Return<TransferStanding, VendorUnanswered> {
  const newOwner = yield* userAt(calls, people, email)
  const [from, to] = [user.id, Option.getOrUndefined(newOwner)?.id]
  if (typeof from !== "string" || typeof to !== "string") return "unknown"
  const { isShown, states } = yield* transfersOf(calls, desk, from, to)
  const standing = (state: string): TransferStanding => {
    if (state === "completed" || state === "failed") return state
    return state === "inProgress" || state === "new" ? "under_way" : "unknown"
  }
  const known = states.map(standing)
  const listed = (["under_way", "completed", "failed"] as const).find((it) => known.includes(it))
  return listed ?? (isShown && states.length === 0 ? "absent" : "unknown")
})
