import type { LeftBehindItem } from "@svc/contract/left-behind/schema"
import { Button } from "#design/Button.tsx"
import { Said } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Pager, RowLink, Table, TableBones } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { offboardingTab } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { leftBehindPage, type LeftBehindFilters, pageSize } from "./data.ts"
import { Becomes, Thing } from "./parts.tsx"
import { useLeftBehindWork } from "./work.tsx"

const toCase = ({ offboarding_id: id }: LeftBehindItem) => offboardingTab({ id, tab: "left-behind" })

/**
 * What leavers leave behind, of all cases; each leads to the case that it is of. What is offered to the reader may be of a case
 * that they do not see, and leads nowhere.
 */
export const LeftBehindList = ({
  clear,
  filters,
  isNarrowed = false,
  onMove
}: {
  readonly filters: LeftBehindFilters
  readonly isNarrowed?: boolean
  readonly clear?: () => void
  readonly onMove: (offset: number) => void
}) => {
  const { cases, common, leftBehind: words, revocations } = useWords()
  const { actions, dialogs } = useLeftBehindWork()
  const isOffered = filters.offered_to_me === true
  return (
    <Loaded of={leftBehindPage(filters)} bones={<TableBones columns={4} />}>
      {({ rows, total }, busy) => (
        <>
          {total === 0 &&
            (isNarrowed ? (
              <Placeholder icon="search" title={cases.noMatch} text={cases.noMatchText}>
                {clear !== undefined && <Button onClick={clear}>{cases.clear}</Button>}
              </Placeholder>
            ) : isOffered ? (
              <Placeholder icon="shield-check" title={words.noneOffered} text={words.noneOfferedText} />
            ) : (
              <Placeholder icon="shield-check" title={words.none} text={words.noneText} />
            ))}
          {total > 0 && (
            <>
              <Table
                label={words.title}
                rows={rows}
                keyOf={({ id }) => id}
                busy={busy}
                columns={[
                  {
                    name: words.what,
                    cell: (item) => (
                      <Thing
                        of={item}
                        {...(isOffered ? {} : { name: <RowLink href={toCase(item)}>{item.label}</RowLink> })}
                        where={words.of(item.service, item.employee_name)}
                      />
                    ),
                    align: "main"
                  },
                  {
                    name: words.lastUsed,
                    cell: ({ last_used_at }) =>
                      last_used_at === null ? (
                        <Said tone="3">{words.unknown}</Said>
                      ) : (
                        <Ago at={last_used_at} tone="2" />
                      ),
                    align: "end",
                    wideOnly: true
                  },
                  {
                    name: words.found,
                    cell: ({ first_seen_at }) => <Ago at={first_seen_at} tone="2" />,
                    align: "end",
                    wideOnly: true
                  },
                  { name: revocations.state, cell: (item) => <Becomes of={item} />, align: "tight" },
                  { name: words.act, quiet: true, cell: actions, align: "end" }
                ]}
              />
              <Pager total={total} limit={pageSize} offset={filters.offset ?? 0} words={common.pager} onMove={onMove} />
            </>
          )}
          {dialogs}
        </>
      )}
    </Loaded>
  )
}
