import type { AsyncResult, Atom } from "effect/reactivity"
import type { ComponentChildren, ComponentProps } from "preact"
import { Button } from "#design/Button.tsx"
import { Row } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Pager, Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { Loaded } from "#platform/Loaded.tsx"

/** Filters of a list, with a button to clear them. */
export const Filters = ({
  children,
  list: { clear, isNarrowed }
}: {
  readonly list: { readonly isNarrowed: boolean; readonly clear: () => void }
  readonly children: ComponentChildren
}) => {
  const words = useWords().cases
  return (
    <Row gap={2}>
      {children}
      {isNarrowed && (
        <Button variant="tertiary" icon="x" onClick={clear}>
          {words.clear}
        </Button>
      )}
    </Row>
  )
}

/** One page of a list: rows and pager, or an empty state. */
export const Listed = <Row, E, Sort extends string = never>({
  above,
  skeleton,
  limit,
  list: { clear, isNarrowed, move, offset },
  none,
  of,
  words,
  ...table
}: Omit<ComponentProps<typeof Table<Row, Sort>>, "busy" | "rows"> & {
  readonly of: Atom.Atom<AsyncResult.AsyncResult<{ readonly rows: ReadonlyArray<Row>; readonly total: number }, E>>
  readonly limit: number
  readonly list: {
    readonly offset: number
    readonly isNarrowed: boolean
    readonly clear: () => void
    readonly move: (offset: number) => void
  }
  readonly skeleton: ComponentProps<typeof TableSkeleton>
  /** Empty state without filters. */
  readonly none: ComponentChildren
  /** Words of the empty state with filters; default: those of the offboardings. */
  readonly words?: { readonly noMatch: string; readonly noMatchText: string; readonly clear: string }
  readonly above?: (rows: ReadonlyArray<Row>) => ComponentChildren
}) => {
  const { cases, common } = useWords()
  const said = words ?? cases
  return (
    <Loaded of={of} skeleton={<TableSkeleton {...skeleton} />}>
      {({ rows, total }, busy) =>
        total > 0 ? (
          <>
            {above?.(rows)}
            <Table {...table} rows={rows} busy={busy} />
            <Pager total={total} limit={limit} offset={offset} words={common.pager} onMove={move} />
          </>
        ) : isNarrowed ? (
          <Placeholder icon="search" title={said.noMatch} text={said.noMatchText}>
            <Button onClick={clear}>{said.clear}</Button>
          </Placeholder>
        ) : (
          none
        )
      }
    </Loaded>
  )
}
