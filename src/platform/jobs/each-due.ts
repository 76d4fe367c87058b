import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Record } from "effect"
import { survive } from "./survive.ts"
import { systemCaller } from "./system-caller.ts"

/** Adds up by name; what `none` does not name is left aside. */
const sum = <Name extends string>(
  none: Readonly<Record<Name, number>>,
  counts: ReadonlyArray<{ readonly [name in Name]?: number }>
): Readonly<Record<Name, number>> =>
  counts.reduce<Readonly<Record<Name, number>>>(
    (total, count) => Record.map(total, (figure, name) => figure + (count[name] ?? 0)),
    none
  )

/**
 * One round of a job: everything that is due, each in the system's name in its organisation. One that fails is logged,
 * counts as `failed` where the figures have that, stays due and holds up no other. Pages are read behind the last row
 * (keyset) until one is shorter than `pageSize`; without that there is one. Where `due` takes `after`, give its type:
 * `due: (after: DueCase | undefined) => …`. The row's type comes from there, and the other properties need none.
 */
export const eachDue = Effect.fnUntraced(function* <
  Row extends { readonly org_id: OrgId },
  Name extends string,
  E,
  R
>(job: {
  readonly due: (after: Row | undefined) => Effect.Effect<ReadonlyArray<Row>>
  readonly pageSize?: number
  /** How many at the same time; one unless given. */
  readonly atOnce?: number
  /** What it comes to, by name. */
  readonly work: (row: Row) => Effect.Effect<{ readonly [name in Name | "failed"]?: number }, E, R>
  /** What the log says of one that failed. */
  readonly says: (row: Row) => string
  /** Each figure of the round, at 0. */
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
          .pipe(Effect.provideService(Caller, systemCaller(row.org_id)), survive(job.says(row), { failed: 1 })),
      { concurrency: job.atOnce ?? 1 }
    )
    figures = sum(figures, counts)
    after = page.at(-1)
    if (after === undefined || job.pageSize === undefined || page.length < job.pageSize) return figures
  }
})
