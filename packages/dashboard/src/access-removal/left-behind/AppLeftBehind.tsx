import type { CaseLeftBehind, KindAtApp, LeftBehindItem } from "@svc/contract/left-behind/schema"
import type { ComponentChildren } from "preact"
import { useNames } from "#connections/integrations/providers.ts"
import { AppMark } from "#design/AppMark.tsx"
import { Badge, type Tone } from "#design/Badge.tsx"
import { Card } from "#design/Card.tsx"
import { Text } from "#design/layout.tsx"
import { Table } from "#design/Table.tsx"
import { useSaid } from "#languages/said.ts"
import { useWords } from "#languages/words.ts"
import { Ago } from "#platform/Ago.tsx"
import { Becomes, Thing } from "./parts.tsx"
import { isStopping } from "./state.ts"

/** Item kinds with the same scan result. */
interface Sight {
  readonly kinds: ReadonlyArray<KindAtApp["kind"]>
  readonly sight: KindAtApp["sight"]
  readonly why: string | null
  readonly phase: KindAtApp["phase"]
  readonly lookedAt: KindAtApp["looked_at"]
}

/** A found item, kinds without items, or a note on why the app shows nothing. */
type Row = { readonly key: string } & (
  | { readonly item: LeftBehindItem }
  | { readonly of: Sight }
  | { readonly note: string }
)

const tones: Readonly<Record<KindAtApp["sight"], Tone>> = { not_visible: "watch", not_looked: "calm", seen: "good" }

/** Kinds not visible come first; kinds scanned and empty come last. */
const sightsOf = (kinds: ReadonlyArray<KindAtApp>): ReadonlyArray<Sight> => {
  const told = kinds.filter(({ sight, total }) => sight !== "seen" || total === 0)
  const alike = Map.groupBy(told, ({ phase, sight, why }) => `${sight} ${phase} ${why}`)
  const order = Object.keys(tones)
  return [...alike.values()]
    .flatMap(([first, ...rest]) =>
      first === undefined
        ? []
        : [
            {
              kinds: [first, ...rest].map(({ kind }) => kind),
              sight: first.sight,
              why: first.why,
              phase: first.phase,
              lookedAt: first.looked_at
            }
          ]
    )
    .toSorted((one, other) => order.indexOf(one.sight) - order.indexOf(other.sight))
}

const SightOf = ({ of: { kinds, lookedAt, phase, sight, why } }: { readonly of: Sight }) => {
  const words = useWords().leftBehind
  const say = useSaid()
  return (
    <Text as="div">
      {kinds.map((kind) => words.kinds[kind].many).join(", ")}
      {sight !== "seen" && why !== null && (
        <Text as="div" size="small" tone={sight === "not_visible" ? "watch" : "3"}>
          {say(why)}
        </Text>
      )}
      {phase !== null && lookedAt !== null && (
        <Text as="div" size="small" tone="3">
          {words.phases[phase]}, <Ago at={lookedAt} />
        </Text>
      )}
    </Text>
  )
}

/** Orphaned items at one app. A kind without items shows whether nothing was found or it was not visible. */
export const AppLeftBehind = ({
  actions,
  app: { kinds, note, service },
  isCut,
  items
}: {
  readonly app: CaseLeftBehind["apps"][number]
  readonly items: ReadonlyArray<LeftBehindItem>
  /** Access is already revoked, so nothing blocks revocation anymore. */
  readonly isCut: boolean
  readonly actions: (item: LeftBehindItem) => ComponentChildren
}) => {
  const { leftBehind: words, revocations } = useWords()
  const nameOf = useNames()
  const say = useSaid()
  const sights = sightsOf(kinds)
  const told = note !== null ? say(note) : items.length === 0 && kinds.length === 0 ? words.notLooked : null
  const rows: ReadonlyArray<Row> = [
    ...items.map((item) => ({ key: item.id, item })),
    ...sights.map((of) => ({ key: of.kinds.join(), of })),
    ...(told === null ? [] : [{ key: "note", note: told }])
  ]
  const isBoth = items.length > 0 && rows.length > items.length
  const stops = (item: LeftBehindItem) => !isCut && isStopping(item)
  return (
    <Card title={nameOf(service)} mark={<AppMark of={service} name={nameOf(service)} size="small" />} flush>
      <Table
        label={words.at(nameOf(service))}
        rows={rows}
        keyOf={({ key }) => key}
        {...(isBoth ? { groupOf: (row: Row) => ("item" in row ? words.found : words.otherKinds) } : {})}
        columns={[
          {
            name: words.what,
            cell: (row) => {
              if ("item" in row) return <Thing of={row.item} stops={stops(row.item)} />
              return "of" in row ? <SightOf of={row.of} /> : <Text tone="2">{row.note}</Text>
            },
            align: "main"
          },
          {
            name: words.lastUsed,
            cell: (row) => {
              if (!("item" in row)) return null
              const { last_used_at: at } = row.item
              return at === null ? <Text tone="3">{words.unknown}</Text> : <Ago at={at} tone="2" />
            },
            align: "end",
            wideOnly: true
          },
          {
            name: revocations.state,
            cell: (row) => {
              if ("item" in row) return <Becomes of={row.item} stops={stops(row.item)} />
              const sight = "of" in row ? row.of.sight : "not_visible"
              return <Badge tone={tones[sight]}>{words.sights[sight]}</Badge>
            },
            align: "tight"
          },
          {
            name: words.act,
            quiet: true,
            cell: (row) => "item" in row && actions(row.item),
            align: "end"
          }
        ]}
      />
    </Card>
  )
}
