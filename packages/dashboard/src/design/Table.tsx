import "./table.css"
import { type ComponentChildren, type ComponentProps, Fragment, type JSX } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { Button } from "./Button.tsx"
import { Icon } from "./Icon.tsx"
import { VisuallyHidden } from "./layout.tsx"
import { Skeleton } from "./Placeholder.tsx"

/** Column: heading and cell. */
export interface Column<Row, Sort extends string = never> {
  readonly name: string
  readonly cell: (row: Row) => ComponentChildren
  /** Content of the heading instead of the name, such as a checkbox for all rows. */
  readonly head?: ComponentChildren
  /** Sort key of the heading. */
  readonly sort?: Sort
  /** `main`: remaining width; `tight`: content width; `end`: content width, right-aligned, for figures. */
  readonly align?: "main" | "end" | "tight"
  /** Heading for screen readers only. */
  readonly quiet?: true
  /** Hidden on narrow screens. */
  readonly wideOnly?: boolean
}

interface Sorting<Sort extends string> {
  readonly by: Sort | undefined
  readonly order: "asc" | "desc" | undefined
  readonly onSort: (by: Sort, order: "asc" | "desc") => void
}

const heading = <Row, Sort extends string>(column: Column<Row, Sort>, sorting: Sorting<Sort> | undefined) => {
  const { head, sort } = column
  if (head !== undefined) return head
  if (column.quiet) return <VisuallyHidden>{column.name}</VisuallyHidden>
  if (sorting === undefined || sort === undefined) return column.name
  const next = sorting.by === sort && sorting.order === "asc" ? "desc" : "asc"
  return (
    <button type="button" onClick={() => sorting.onSort(sort, next)}>
      {column.name}
      {sorting.by === sort && <Icon name="chevron-down" size="small" />}
    </button>
  )
}

const sorted = <Sort extends string>(sort: Sort | undefined, sorting: Sorting<Sort> | undefined) =>
  sort === undefined || sorting?.by !== sort ? undefined : sorting.order === "desc" ? "descending" : "ascending"

const place = ({ align, wideOnly }: Pick<Column<never>, "align" | "wideOnly">) => ({
  "data-main": align === "main" || undefined,
  "data-end": align === "end" || undefined,
  "data-tight": align === "tight" || align === "end" || undefined,
  "data-wide-only": wideOnly || undefined
})

/** Link of the row's name; covers the whole row. */
export const RowLink = ({
  children,
  href,
  onFollow
}: {
  readonly href: string
  readonly onFollow?: () => void
  readonly children: ComponentChildren
}) => (
  <a class="row-link" href={href} onClick={() => onFollow?.()}>
    {children}
  </a>
)

/** Defers re-rendering of unchanged rows behind input: fifty rows cost more than the rest of the page. */
const useRowsLater = <Row,>(rows: ReadonlyArray<Row>, busy: boolean, draw: () => JSX.Element) => {
  const drawn = useRef<{ readonly rows: ReadonlyArray<Row>; readonly busy: boolean; readonly body: JSX.Element }>(
    undefined
  )
  const [, drawNow] = useState({})
  const before = drawn.current
  const later = before !== undefined && before.rows === rows && busy && !before.busy
  const body = later ? before.body : draw()
  drawn.current = { rows, busy, body }
  useEffect(() => {
    if (later) drawNow({})
  }, [later])
  return body
}

/** Table with headings and an accessible name. `busy`: shows stale rows. */
export const Table = <Row, Sort extends string = never>({
  below,
  busy,
  columns,
  dense,
  groupOf,
  isBad,
  keyOf,
  label,
  quiet,
  rows,
  sorting
}: {
  readonly label: string
  readonly columns: ReadonlyArray<Column<Row, Sort>>
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string
  /** Details of a row over the full width; a row without any returns null. */
  readonly below?: (row: Row) => ComponentChildren
  /** Group of a row, shown above the first row of each run. */
  readonly groupOf?: (row: Row) => string
  readonly sorting?: Sorting<Sort>
  readonly busy?: boolean
  /** Low rows of one line. */
  readonly dense?: boolean
  /** Rows with a red edge, in addition to their words. */
  readonly isBad?: (row: Row) => boolean
  /** Headings for screen readers only, for several short tables of one kind. */
  readonly quiet?: boolean
}) => {
  const body = useRowsLater(rows, busy === true, () => (
    <tbody>
      {rows.map((row, at) => {
        const group = groupOf?.(row)
        const before = rows[at - 1]
        const details = below?.(row) ?? null
        return (
          <Fragment key={keyOf(row)}>
            {group !== undefined && (before === undefined || groupOf?.(before) !== group) && (
              <tr>
                <th scope="rowgroup" colSpan={columns.length}>
                  {group}
                </th>
              </tr>
            )}
            <tr data-bad={isBad?.(row) || undefined}>
              {columns.map((column) => (
                <td {...place(column)}>{column.cell(row)}</td>
              ))}
            </tr>
            {details !== null && (
              <tr data-below>
                <td colSpan={columns.length}>{details}</td>
              </tr>
            )}
          </Fragment>
        )
      })}
    </tbody>
  ))
  return (
    // Focusable, so that the keyboard can scroll it when it overflows.
    <div
      class="table"
      role="region"
      aria-label={label}
      tabIndex={0}
      aria-busy={busy || undefined}
      data-dense={dense || undefined}
    >
      <table>
        <thead data-quiet={quiet || undefined}>
          <tr>
            {columns.map((column) => (
              <th scope="col" {...place(column)} aria-sort={sorted(column.sort, sorting)}>
                {quiet ? <VisuallyHidden>{column.name}</VisuallyHidden> : heading(column, sorting)}
              </th>
            ))}
          </tr>
        </thead>
        {body}
      </table>
    </div>
  )
}

/** Skeleton of a table, with the expected height. */
export const TableSkeleton = ({ columns, rows = 8 }: { readonly columns: number; readonly rows?: number }) => (
  <div class="table" aria-hidden="true">
    <table>
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr key={row}>
            {Array.from({ length: columns }, (_, column) => (
              <td key={column}>
                <Skeleton width={[62, 40, 52, 34][(row + column) % 4] ?? 40} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Pager with range and total. */
export const Pager = ({
  limit,
  offset,
  onMove,
  total,
  words
}: {
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly onMove: (offset: number) => void
  readonly words: {
    readonly range: (from: number, to: number, total: number) => string
    readonly before: string
    readonly after: string
    readonly label: string
  }
}) => (
  <nav class="pager" aria-label={words.label}>
    <span aria-live="polite">{words.range(Math.min(offset + 1, total), Math.min(offset + limit, total), total)}</span>
    <span class="row" data-gap="2">
      <Button
        size="small"
        icon="chevron-left"
        disabled={offset === 0}
        onClick={() => onMove(Math.max(0, offset - limit))}
      >
        {words.before}
      </Button>
      <Button
        size="small"
        icon="chevron-right"
        disabled={offset + limit >= total}
        onClick={() => onMove(offset + limit)}
      >
        {words.after}
      </Button>
    </span>
  </nav>
)

const drawnAtOnce = 50

/** Table with client-side paging, for responses with thousands of rows. */
export const PagedTable = <Row, Sort extends string = never>({
  rows,
  words,
  ...table
}: ComponentProps<typeof Table<Row, Sort>> & Pick<ComponentProps<typeof Pager>, "words">) => {
  const [wanted, setOffset] = useState(0)
  const offset = wanted < rows.length ? wanted : 0
  return (
    <>
      <Table {...table} rows={rows.slice(offset, offset + drawnAtOnce)} />
      {rows.length > drawnAtOnce && (
        <Pager total={rows.length} limit={drawnAtOnce} offset={offset} words={words} onMove={setOffset} />
      )}
    </>
  )
}
