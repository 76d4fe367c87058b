import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Record } from "effect"
import type { LogFields } from "#platform/observability/log-line"
import { survive } from "./survive.ts"
import { systemCaller } from "./system-caller.ts"

/** Adds counts by name; names missing from `none` are ignored. */
const sum = <Name extends string>(
  none: Readonly<Record<Name, number>>,
  counts: ReadonlyArray<{ readonly [name in Name]?: number }>
): Readonly<Record<Name, number>> =>
  counts.reduce<Readonly<Record<Name, number>>>(
    (total, count) => Record.map(total, (figure, name) => figure + (count[name] ?? 0)),
    none
  )

/**
 * Keyset pagination over the due rows of a job, each processed as the system in its organization. A row that fails is logged,
 * counts as `failed` if the figures have that, stays due, and delays no other; the rows of a crashed round stay due. Pages are
 * read after the last row until one is shorter than `pageSize`; without it there is one page. If `due` takes `after`, give its
 * type: `due: (after: DueCase | undefined) => …`; the row's type is inferred from it.
 */
export const eachDue = Effect.fnUntraced(function* <
  Row extends { readonly org_id: OrgId },
  Name extends string,
  E,
  R
>(job: {
  readonly due: (after: Row | undefined) => Effect.Effect<ReadonlyArray<Row>>
  readonly pageSize?: number
  /** Concurrency; default 1. */
  readonly atOnce?: number
  /** Processes a row; returns counts by name. */
  readonly work: (row: Row) => Effect.Effect<{ readonly [name in Name | "failed"]?: number }, E, R>
  /** Log message of a row that failed. */
  readonly says: string
  /** Its fields besides `orgId`. */
  readonly about?: (row: Row) => LogFields
  /** Every figure of the round, at 0. */
  readonly none: Readonly<Record<Name, number>>
}) {
  let figures = job.none
  let after: Row | undefined
  while (true) {
    const page: ReadonlyArray<Row> = yield* job.due(after)
    const counts = yield* Effect.forEach(
      page,
      (row) =>
        job
          .work(row)
          .pipe(
            Effect.provideService(Caller, systemCaller(row.org_id)),
            survive(job.says, { failed: 1 }, { orgId: row.org_id, ...job.about?.(row) })
          ),
      { concurrency: job.atOnce ?? 1 }
    )
    figures = sum(figures, counts)
    after = page.at(-1)
    if (after === undefined || job.pageSize === undefined || page.length < job.pageSize) return figures
  }
})
