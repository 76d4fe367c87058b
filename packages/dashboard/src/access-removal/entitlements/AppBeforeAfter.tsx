import type { CaseEntitlements, Entitlement } from "@svc/contract/entitlements/schema"
import type { DateTime } from "effect"
import type { ComponentChildren } from "preact"
import { useNames } from "#connections/integrations/providers.ts"
import { AppMark } from "#design/AppMark.tsx"
import { Badge } from "#design/Badge.tsx"
import { Card } from "#design/Card.tsx"
import { Disclosure } from "#design/Disclosure.tsx"
import { Text } from "#design/layout.tsx"
import { PagedTable, Table } from "#design/Table.tsx"
import { useSaid } from "#languages/said.ts"
import { useWords } from "#languages/words.ts"
import { Ago } from "#platform/Ago.tsx"
import { Cost, Detail, State, Thing } from "./parts.tsx"
import { folded, inOrder, type Sight, sightsOf, stateCounts } from "./state.ts"

/** Maximum rows shown before the rest is collapsed. */
const atFirst = 10

const Held = ({ of: item }: { readonly of: Entitlement }) => {
  const words = useWords().entitlements
  const say = useSaid()
  return (
    <Thing of={item}>
      {item.former_identity && <Detail tone="watch">{words.former}</Detail>}
      <Cost of={item} />
      {item.by_hand !== null && item.state === "taken" && <Detail>{words.onlyByHand(say(item.by_hand))}</Detail>}
    </Thing>
  )
}

/** When it was revoked or restored; for anything else, when it was last seen. */
const When = ({ of: { returned_at, seen_at, state, taken_at } }: { readonly of: Entitlement }) => (
  <Ago tone="2" at={(state === "returned" ? returned_at : state === "taken" ? taken_at : null) ?? seen_at} />
)

const SightOf = ({ of: { kinds, looked_at, phase, why } }: { readonly of: Sight }) => {
  const words = useWords().entitlements
  const say = useSaid()
  return (
    <Text as="div">
      {kinds.map((kind) => words.kinds[kind].many).join(", ")}
      {why !== null && <Detail tone="watch">{say(why)}</Detail>}
      <Detail>
        {words.phases[phase]}, <Ago at={looked_at} />
      </Detail>
    </Text>
  )
}

const SightBadge = ({ of: { phase, why } }: { readonly of: Sight }) => {
  const words = useWords().entitlements
  if (why === null) return <Badge tone="good">{words.nothing}</Badge>
  return <Badge tone="watch">{phase === "after" ? words.unknownAfter : words.hidden}</Badge>
}

/** A held entitlement, kinds without any, or a note on why they are unknown. */
type Row = { readonly key: string } & (
  | { readonly item: Entitlement }
  | { readonly sight: Sight }
  | { readonly note: string }
)

const useColumns = () => {
  const words = useWords().entitlements
  const say = useSaid()
  return [
    {
      name: words.what,
      cell: (row: Row): ComponentChildren => {
        if ("item" in row) return <Held of={row.item} />
        return "sight" in row ? <SightOf of={row.sight} /> : <Text tone="2">{say(row.note)}</Text>
      },
      align: "main" as const
    },
    {
      name: words.when,
      cell: (row: Row) => "item" in row && <When of={row.item} />,
      align: "end" as const,
      wideOnly: true
    },
    {
      name: words.state,
      cell: (row: Row) => {
        if ("item" in row) return <State of={row.item.state} />
        if ("sight" in row) return <SightBadge of={row.sight} />
        return <Badge>{words.notLooked}</Badge>
      },
      align: "tight" as const
    }
  ]
}

const lastOf = (sights: CaseEntitlements["apps"][number]["sights"], wanted: "before_cut" | "after") =>
  sights
    .filter(({ phase }) => phase === wanted)
    .map(({ looked_at }) => looked_at)
    .reduce<DateTime.Utc | undefined>(
      (last, at) => (last === undefined || at.epochMilliseconds > last.epochMilliseconds ? at : last),
      undefined
    )

/** Times of the scans before and after revocation. */
const LookedAt = ({ of }: { readonly of: CaseEntitlements["apps"][number]["sights"] }) => {
  const words = useWords().entitlements
  const [before, after] = [lastOf(of, "before_cut"), lastOf(of, "after")]
  return (
    <Text size="small" tone="3">
      {before !== undefined && (
        <>
          {words.before} <Ago at={before} />
        </>
      )}
      {before !== undefined && after !== undefined && " · "}
      {after !== undefined && (
        <>
          {words.after} <Ago at={after} />
        </>
      )}
    </Text>
  )
}

/** Access snapshot of one app: revoked and restored access first, the rest collapsed. */
export const AppBeforeAfter = ({
  app: { note, service, sights },
  isNarrowed,
  isWhole,
  items
}: {
  readonly app: CaseEntitlements["apps"][number]
  readonly items: ReadonlyArray<Entitlement>
  /** The list is filtered. */
  readonly isNarrowed: boolean
  /** All items of the offboarding are loaded. */
  readonly isWhole: boolean
}) => {
  const { common, entitlements: words } = useWords()
  const columns = useColumns()
  const nameOf = useNames()
  const ordered = inOrder(items)
  const { first, rest } = isNarrowed ? { first: ordered, rest: [] } : folded(ordered)
  const seen = isNarrowed ? [] : sightsOf(sights, items, isWhole)
  const isSilent = items.length === 0 && seen.length === 0 && sights.length === 0
  const told = note ?? (isSilent ? words.notLookedText : null)
  const rowOf = (item: Entitlement): Row => ({ key: item.id, item })
  const more = first.slice(atFirst)
  const rows: ReadonlyArray<Row> = [
    ...first.slice(0, atFirst).map(rowOf),
    ...seen.map((sight) => ({ key: `${sight.phase} ${sight.kinds.join()}`, sight })),
    ...(told === null || isNarrowed ? [] : [{ key: "note", note: told }])
  ]
  const unfolded = (those: ReadonlyArray<Entitlement>, label: string, summary = (counted: string) => counted) =>
    those.length > 0 && (
      <Disclosure
        summary={summary(
          stateCounts(those)
            .map(([state, count]) => words.counts[state](count))
            .join(", ")
        )}
      >
        {() => (
          <PagedTable
            label={label}
            rows={those.map(rowOf)}
            keyOf={({ key }) => key}
            columns={columns}
            words={common.pager}
          />
        )}
      </Disclosure>
    )
  const isBoth = first.length > 0 && rows.some((row) => !("item" in row))
  return (
    <Card
      title={nameOf(service)}
      mark={<AppMark of={service} name={nameOf(service)} size="small" />}
      flush
      actions={<LookedAt of={sights} />}
    >
      {rows.length > 0 && (
        <Table
          label={words.at(nameOf(service))}
          rows={rows}
          keyOf={({ key }) => key}
          columns={columns}
          {...(isBoth ? { groupOf: (row: Row) => ("item" in row ? words.beforeTheCut : words.otherKinds) } : {})}
        />
      )}
      {unfolded(more, words.moreAt(nameOf(service)), words.more)}
      {unfolded(rest, words.restAt(nameOf(service)))}
    </Card>
  )
}
