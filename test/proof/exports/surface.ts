import { OrganisationExport, OrganisationExports } from "@svc/contract/exports/schema"
import { Effect, Schema, Stream } from "effect"
import { type HttpMethod } from "effect/http"
import { Files } from "#platform/files/files"
import { Jobs } from "#platform/jobs/jobs"
import { appWithStorage, inBucket, inFolder, nowhere } from "#test/support/app-with-storage"
import { filesOfZip } from "#test/support/zip"
import { aSession, type Member } from "#test/support/people"
import { send } from "#test/support/requests"

export const AppWithFolder = appWithStorage(inFolder)
export const AppWithBucket = appWithStorage(inBucket)
export const AppWithoutStorage = appWithStorage(nowhere)

export const path = "/api/account/org-export"

const strict = { onExcessProperty: "error" } as const
export const decodeExport = Schema.decodeUnknownEffect(Schema.toCodecJson(OrganisationExport), strict)
export const decodeListing = Schema.decodeUnknownEffect(Schema.toCodecJson(OrganisationExports), strict)

/** Sends a request in a session of its own: the clock may have outlived an earlier one. */
export const call = Effect.fnUntraced(function* (member: Member, method: HttpMethod.HttpMethod, to: string) {
  return yield* send(method, to, { bearer: yield* aSession(member) })
})

export const requested = (member: Member) =>
  Effect.flatMap(call(member, "POST", path), ({ body }) => decodeExport(body))

export const newest = (member: Member) =>
  Effect.gen(function* () {
    const { exports } = yield* decodeListing((yield* call(member, "GET", path)).body)
    const [first] = exports
    return first === undefined ? yield* Effect.die("There is no export") : first
  })

export const build = Effect.flatMap(Jobs, (jobs) => jobs.run("org-exports", undefined))
export const expire = Effect.flatMap(Jobs, (jobs) => jobs.run("org-export-expiry", undefined))

/** The stored ZIP of the claim, as its files by path. */
export const storedZip = Effect.fnUntraced(function* (member: Member, id: string, claim = 1) {
  const files = yield* Files
  const bytes = yield* Stream.runCollect(files.get(`org-exports/${member.orgId}/${id}-${claim}.zip`))
  const zip = Buffer.concat(bytes)
  return { zip, files: yield* filesOfZip(zip) }
})

/** A file of the ZIP as JSON. */
export const jsonIn = (files: ReadonlyMap<string, Buffer>, name: string): unknown =>
  JSON.parse(files.get(name)?.toString() ?? "null")
