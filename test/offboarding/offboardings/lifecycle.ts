import { Effect } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { type Member } from "#test/support/people"
import { systemSql } from "#test/support/tables"

/** The case as it is stored; undefined when it is gone. */
export const storedCase = (id: string) =>
  Effect.map(
    systemSql<{
      readonly status: string
      readonly legal_hold: boolean
      readonly completed_at: Date | null
      readonly cancelled_at: Date | null
    }>`SELECT status, legal_hold, completed_at, cancelled_at FROM offboardings WHERE id = ${id}`,
    ([row]) => row
  )

export const runJob = (name: string, member: Pick<Member, "orgId">) => Jobs.use((jobs) => jobs.run(name, member.orgId))
