import { Effect } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { aSession, type Member } from "#test/support/people"
import { send } from "#test/support/requests"
import { asSystem } from "#test/support/tables"

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE"

/** A request in a fresh session of the member; answers the exact status and body. */
export const ask = Effect.fnUntraced(function* (member: Member, method: Method, path: string, body?: unknown) {
  const answer = yield* send(method, path, {
    bearer: yield* aSession(member),
    ...(body === undefined ? {} : { body })
  })
  return { status: answer.status, body: answer.body }
})

/** The case as it is stored; undefined when it is gone. */
export const storedCase = (id: string) =>
  Effect.map(
    asSystem(
      (sql) =>
        sql<{
          readonly status: string
          readonly legal_hold: boolean
          readonly completed_at: Date | null
          readonly cancelled_at: Date | null
        }>`SELECT status, legal_hold, completed_at, cancelled_at FROM offboardings WHERE id = ${id}`
    ),
    ([row]) => row
  )

export const runJob = (name: string, member: Pick<Member, "orgId">) => Jobs.use((jobs) => jobs.run(name, member.orgId))
