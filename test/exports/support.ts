import { OrganisationExport, OrganisationExports } from "@svc/contract/exports/schema"
import { Effect, Schema, Stream } from "effect"
import { Files } from "#platform/files/files"
import { Jobs } from "#platform/jobs/jobs"
import { appWithStorage, inBucket, inFolder, nowhere } from "#test/support/app-with-storage"
import { filesOfZip } from "#test/support/zip"
import { type Member } from "#test/support/people"
import { as } from "#test/support/requests"

export const AppWithFolder = appWithStorage(inFolder)
export const AppWithBucket = appWithStorage(inBucket)
export const AppWithoutStorage = appWithStorage(nowhere)

export const path = "/api/account/org-export"

const strict = { onExcessProperty: "error" } as const
export const decodeExport = Schema.decodeUnknownEffect(Schema.toCodecJson(OrganisationExport), strict)
export const decodeListing = Schema.decodeUnknownEffect(Schema.toCodecJson(OrganisationExports), strict)

export const requested = (member: Member) => Effect.flatMap(as(member).post(path), ({ body }) => decodeExport(body))

export const newest = (member: Member) =>
  Effect.gen(function* () {
    const { exports } = yield* decodeListing((yield* as(member).get(path)).body)
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
