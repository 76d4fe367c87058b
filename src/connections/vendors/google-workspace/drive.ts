import { Effect, Option, Result, Schema } from "effect"
import type { VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { Successor } from "#connections/vendors/protocol/inventory"
import { type Hidden, hidden, hiddenBy, type Source, untried } from "#connections/vendors/protocol/left-behind"
import type { Leaver } from "#connections/vendors/protocol/connector"
import { cleaned, failed, revoked, type SeenResult } from "#connections/vendors/protocol/outcome"
import { maybeText, reader } from "#connections/vendors/protocol/vendor-json"
import { type GoogleUser, headersOf, nextPage } from "./api.ts"
import { adminToken, type GoogleReach, ownersToken, showing, withToken } from "./reach.ts"
import { transferDrive, transferStanding } from "./steps.ts"

/** The one thing of a person's Drive: all of its files together. */
export const driveOf = ({ id, primaryEmail }: GoogleUser) => `drive:${id ?? primaryEmail}`

export const isDrive = (externalId: string) => externalId.startsWith("drive:")

const reads = ["drive.metadata.readonly"]
const transfers = ["admin.datatransfer"]

const pageSize = 1000
const maxPages = 10

const readFiles = reader(
  Schema.Struct({
    files: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Struct({ id: Schema.String })))),
    nextPageToken: maybeText
  })
)

interface Count {
  readonly files: number
  readonly isMore: boolean
}

/** Nothing but ids: Google tells no number, so they are counted up to ten thousand. */
const count = (calls: VendorReads, reach: GoogleReach) =>
  withToken(
    ownersToken(reach, reads),
    Effect.fnUntraced(function* (token) {
      const asked = new URLSearchParams({
        q: "'me' in owners and trashed = false",
        fields: "nextPageToken,files(id)",
        pageSize: String(pageSize)
      })
      let url = `${reach.addresses.of("googleApis")}/drive/v3/files?${asked}`
      let files = 0
      for (let page = 0; page < maxPages; page++) {
        const answer = yield* calls.read({ url, headers: headersOf(token) })
        if (answer.status >= 300) return Result.fail(hiddenBy(showing(reads), answer))
        const shown = answer.truncated ? Option.none() : readFiles(answer.body)
        if (Option.isNone(shown)) return hidden("Google's answer could not be read", answer.status)
        files += shown.value.files?.length ?? 0
        const next = nextPage(answer, url)
        if (Option.isNone(next)) return Result.succeed<Count>({ files, isMore: false })
        url = next.value
      }
      return Result.succeed<Count>({ files, isMore: true })
    })
  )

const labelOf = ({ files, isMore }: Count) =>
  `${isMore ? "More than " : ""}${files} ${files === 1 ? "file" : "files"} in Drive`

export const lookAtDrive = Effect.fnUntraced(function* (calls: VendorReads, reach: GoogleReach) {
  const counted: Result.Result<Count, Hidden> = yield* count(calls, reach)
  const source: Source = {
    kind: "ownership",
    shown: Result.map(counted, (it) =>
      it.files === 0
        ? []
        : [
            {
              kind: "ownership",
              externalId: driveOf(reach.account.user),
              label: labelOf(it),
              risk: "medium",
              privileges: ["owner"],
              lastUsedAt: null,
              closing: "transfer",
              stopsTheCut: null
            }
          ]
    )
  }
  return source
})

/** Has Google move all files to the successor, and says how far it has come: it takes minutes to hours. */
export const giveDrive = Effect.fnUntraced(function* (
  calls: VendorCalls,
  reach: GoogleReach,
  leaver: Leaver,
  successor: Successor
) {
  const token = yield* adminToken(reach, transfers)
  if (Result.isFailure(token)) return untried(token.failure)
  const desk = { addresses: reach.addresses, token: token.success }
  const { user } = reach.account
  // People are looked up with the directory's token: this one may open nothing but transfers.
  const people = { addresses: reach.addresses, token: reach.account.token }
  const begun = yield* transferDrive(calls, desk, user, { ...leaver, managerEmail: successor.email }, people)
  if (begun.done === false)
    return failed(cleaned(`No files were transferred (${begun.why}). It needs the scope admin.datatransfer`))
  const standing = yield* transferStanding(calls, desk, user, successor.email, people)
  const results: Record<typeof standing, SeenResult> = {
    completed: revoked(`The files belong to ${successor.email}. Google shows the transfer as completed`, {
      verified: true
    }),
    under_way: revoked(`Google accepted the transfer of the files to ${successor.email} and is working on it`, {
      verified: false
    }),
    absent: {
      ...revoked(
        `Google accepted the transfer of the files to ${successor.email} but does not list it. Check it manually`,
        {
          verified: false
        }
      ),
      contradicted: true
    },
    failed: failed("Google shows that the transfer of the files failed"),
    unknown: revoked(`Google accepted the transfer of the files to ${successor.email}`, { verified: false })
  }
  return results[standing]
})
