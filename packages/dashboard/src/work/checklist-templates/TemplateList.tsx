import type { DateTime } from "effect"
import type { AsyncResult, Atom } from "effect/reactivity"
import type { ComponentProps } from "preact"
import { useMay } from "#access/data.ts"
import { LinkButton } from "#design/Button.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { type Column, Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { template } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { type Kind, makes } from "./kinds.ts"

/** Templates of a kind, or an empty state with a create button. */
export const TemplateList = <Row extends { readonly id: string; readonly updated_at: DateTime.Utc }, E>({
  skeleton,
  columns,
  icon,
  kind,
  of,
  words
}: {
  readonly of: Atom.Atom<AsyncResult.AsyncResult<{ readonly rows: ReadonlyArray<Row> }, E>>
  readonly kind: Kind
  readonly icon: ComponentProps<typeof Placeholder>["icon"]
  readonly words: { readonly none: string; readonly noneText: string; readonly changed: string }
  readonly skeleton: number
  readonly columns: ReadonlyArray<Column<Row>>
}) => {
  const { create, kinds } = useWords().checklistTemplates
  const { may } = useMay()
  return (
    <Loaded of={of} skeleton={<TableSkeleton columns={skeleton} rows={4} />}>
      {({ rows }, busy) =>
        rows.length === 0 ? (
          <Placeholder icon={icon} title={words.none} text={words.noneText}>
            {may(makes[kind]) && (
              <LinkButton href={template({ kind, id: "new" })} icon="plus">
                {create[kind]}
              </LinkButton>
            )}
          </Placeholder>
        ) : (
          <Table
            label={kinds[kind]}
            rows={rows}
            keyOf={({ id }) => id}
            busy={busy}
            columns={[
              ...columns,
              {
                name: words.changed,
                align: "end",
                wideOnly: true,
                cell: ({ updated_at }) => <Ago at={updated_at} tone="2" />
              }
            ]}
          />
        )
      }
    </Loaded>
  )
}
