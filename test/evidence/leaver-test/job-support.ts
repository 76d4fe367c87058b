import { LeaverTest, LeaverTestDetails } from "@svc/contract/leaver-test/schema"
import { DateTime, Effect, Schema, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Files } from "#platform/files/files"
import { Jobs } from "#platform/jobs/jobs"
import { aSuperAdmin, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { filesOfZip } from "#test/support/zip"
import { asOf, period, writeYear } from "./year.ts"

export const path = "/api/reports/leaver-test"

const strict = { onExcessProperty: "error" } as const
export const decodeTest = Schema.decodeUnknownEffect(Schema.toCodecJson(LeaverTest), strict)
const decodeDetails = Schema.decodeUnknownEffect(Schema.toCodecJson(LeaverTestDetails), strict)

/** A member of an organisation in which so many people left, at the moment after their year. */
export const aYearOf = Effect.fnUntraced(function* (leavers: number, seed = 22) {
  yield* TestClock.setTime(DateTime.toEpochMillis(asOf))
  const member = yield* aSuperAdmin()
  return { member, year: yield* writeYear(member, { leavers, seed }) }
})

export const requested = (member: Member, more: object = {}) =>
  Effect.flatMap(as(member).post(path, { ...period, ...more }), ({ body }) => decodeTest(body))

export const shown = (member: Member, id: string) =>
  Effect.flatMap(as(member).get(`${path}/${id}`), ({ body }) => decodeDetails(body))

export const build = Effect.flatMap(Jobs, (jobs) => jobs.run("leaver-tests", undefined))
export const expire = Effect.flatMap(Jobs, (jobs) => jobs.run("leaver-test-expiry", undefined))

/** The stored ZIP of the claim, and its files by path. */
const storedZip = Effect.fnUntraced(function* (member: Member, id: string, claim = 1) {
  const files = yield* Files
  const zip = Buffer.concat(yield* Stream.runCollect(files.get(`leaver-tests/${member.orgId}/${id}-${claim}.zip`)))
  return { zip, files: yield* filesOfZip(zip) }
})

/** A test that is made, with its files. */
export const made = Effect.fnUntraced(function* (member: Member, more: object = {}) {
  const { id } = yield* requested(member, more)
  yield* build
  return { id, ...(yield* storedZip(member, id)) }
})
