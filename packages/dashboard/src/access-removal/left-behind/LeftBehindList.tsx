import type { LeftBehindItem } from "@svc/contract/left-behind/schema"
import type { ComponentProps } from "preact"
import { useNames } from "#connections/integrations/providers.ts"
import { Text } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink } from "#design/Table.tsx"
import { Listed } from "#frame/Listed.tsx"
import { useWords } from "#languages/words.ts"
import { offboardingTab } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { leftBehindPage, type LeftBehindFilters, pageSize } from "./data.ts"
import { Becomes, Thing } from "./parts.tsx"
import { useLeftBehindWork } from "./work.tsx"

const toCase = ({ offboarding_id: id }: LeftBehindItem) => offboardingTab({ id, tab: "left-behind" })

/** Orphaned items of all offboardings, linked to them. Items assigned to the reader aren't: they might not see that offboarding. */
export const LeftBehindList = ({
  filters,
  list
}: {
  readonly filters: LeftBehindFilters
  readonly list: ComponentProps<typeof Listed>["list"]
}) => {
  const { leftBehind: words, revocations } = useWords()
  const nameOf = useNames()
  const { actions, dialogs } = useLeftBehindWork()
  const isOffered = filters.offered_to_me === true
  return (
    <>
      <Listed
        of={leftBehindPage(filters)}
        list={list}
        limit={pageSize}
        skeleton={{ columns: 4 }}
        none={
          <Placeholder
            icon="shield-check"
            title={isOffered ? words.noneOffered : words.none}
            text={isOffered ? words.noneOfferedText : words.noneText}
          />
        }
        label={words.title}
        keyOf={({ id }) => id}
        columns={[
          {
            name: words.what,
            cell: (item) => (
              <Thing
                of={item}
                {...(isOffered ? {} : { name: <RowLink href={toCase(item)}>{item.label}</RowLink> })}
                where={words.of(nameOf(item.service), item.employee_name)}
              />
            ),
            align: "main"
          },
          {
            name: words.lastUsed,
            cell: ({ last_used_at }) =>
              last_used_at === null ? <Text tone="3">{words.unknown}</Text> : <Ago at={last_used_at} tone="2" />,
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
      {dialogs}
    </>
  )
}
