import { LeftBehindDisposition, LeftBehindKind, ListLeftBehind } from "@svc/contract/left-behind/schema"
import { Schema } from "effect"
import type { ComponentProps } from "preact"
import { useRef } from "preact/hooks"
import { useLocation } from "preact-iso/router"
import { useNames } from "#connections/integrations/providers.ts"
import { AccessTabs } from "#access-removal/AccessTabs.tsx"
import { FilterSelect } from "#design/Field.tsx"
import { FreedSeats } from "#access-removal/entitlements/FreedSeats.tsx"
import { useRevocable } from "#connections/integrations/connected.ts"
import { Filters } from "#frame/Listed.tsx"
import { useWords } from "#languages/words.ts"
import { leftBehind } from "#platform/pages.ts"
import { useSearch } from "#platform/search.ts"
import { ExportCsv } from "#frame/ExportCsv.tsx"
import { Page } from "#frame/Page.tsx"
import { exportLeftBehind, type LeftBehindFilters } from "./data.ts"
import { LeftBehindList } from "./LeftBehindList.tsx"
import { LookedFor } from "./LookedFor.tsx"
import { Successors } from "./Successors.tsx"

const { disposition, kind, offboarding_id, offset, service } = ListLeftBehind

const fields = {
  show: Schema.Literals(["freed", "offered", "successors"]),
  disposition,
  kind,
  service,
  offboarding_id,
  offset
}

/** State filter; pending by default. */
const settled = LeftBehindDisposition.literals.filter((one) => one !== "pending")

const Narrowing = ({
  filters,
  list,
  narrow
}: {
  readonly filters: LeftBehindFilters
  readonly list: ComponentProps<typeof Filters>["list"]
  readonly narrow: (changes: {
    readonly [Name in keyof LeftBehindFilters]?: LeftBehindFilters[Name] | undefined
  }) => void
}) => {
  const words = useWords().leftBehind
  const nameOf = useNames()
  const apps = useRevocable() ?? []
  const { disposition, kind, service } = filters
  return (
    <Filters list={list}>
      <FilterSelect
        label={words.becomes}
        none={words.dispositions.pending}
        value={disposition === "pending" ? undefined : disposition}
        choices={[...settled.map((one) => [one, words.dispositions[one]] as const), ["all", words.any] as const]}
        onChoose={(disposition) => narrow({ disposition })}
      />
      <FilterSelect
        label={words.kind}
        none={words.anyKind}
        value={kind}
        choices={LeftBehindKind.literals.map((one) => [one, words.kinds[one].many] as const)}
        onChoose={(kind) => narrow({ kind })}
      />
      <FilterSelect
        label={words.app}
        none={words.anyApp}
        value={service}
        choices={[...new Set([...apps, ...(service === undefined ? [] : [service])])].map(
          (one) => [one, nameOf(one)] as const
        )}
        onChoose={(service) => narrow({ service })}
      />
    </Filters>
  )
}

/** Orphaned items of all offboardings, reclaimed licenses, and default owners. */
export const LeftBehind = () => {
  const words = useWords().leftBehind
  const [search, change] = useSearch(fields)
  // While the next page loads, the URL already has that page's search parameters.
  const { path } = useLocation()
  const own = useRef(search)
  if (path === leftBehind()) own.current = search
  const { show, ...filters } = own.current
  const narrow = (changes: Omit<Parameters<typeof change>[0], "show">) => change({ ...changes, offset: undefined })
  const { offset: _page, ...narrowing } = filters
  const list = {
    offset: filters.offset ?? 0,
    isNarrowed: Object.keys(narrowing).length > 0,
    clear: () => narrow({ disposition: undefined, kind: undefined, offboarding_id: undefined, service: undefined }),
    move: (offset: number) => change({ offset })
  }
  return (
    <Page
      title={words.title}
      about={words.about}
      help="left-behind"
      actions={
        (show === undefined || show === "offered") && (
          <ExportCsv
            name={words.title}
            of={exportLeftBehind}
            query={show === "offered" ? { offered_to_me: true } : filters}
          />
        )
      }
    >
      <AccessTabs current={show ?? "leftBehind"} />
      <LookedFor />
      {show === "successors" && <Successors />}
      {show === "freed" && <FreedSeats />}
      {show === "offered" && (
        <LeftBehindList
          filters={{ offered_to_me: true, ...(filters.offset === undefined ? {} : { offset: filters.offset }) }}
          list={{ ...list, isNarrowed: false }}
        />
      )}
      {show === undefined && (
        <>
          <Narrowing filters={filters} list={list} narrow={narrow} />
          <LeftBehindList filters={filters} list={list} />
        </>
      )}
    </Page>
  )
}
