import { type Asset, AssetCategory, type AssetSummary, AssetStatus, ListAssets } from "@svc/contract/assets/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Button } from "#design/Button.tsx"
import { Card, Tile } from "#design/Card.tsx"
import { FilterSelect, SearchField, Checkbox } from "#design/Field.tsx"
import { Row, Text, Split, Tiles, Titled } from "#design/layout.tsx"
import { Skeleton, Placeholder } from "#design/Placeholder.tsx"
import { type Column } from "#design/Table.tsx"
import { Filters, Listed } from "#frame/Listed.tsx"
import { useWords } from "#languages/words.ts"
import { assets as assetsPage, person } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { useListSearch } from "#platform/search.ts"
import { ExportCsv } from "#frame/ExportCsv.tsx"
import { Page } from "#frame/Page.tsx"
import { AssetDialog } from "./AssetDialog.tsx"
import { assetPage, assetSummary, exportAssets, pageSize, returnAssets } from "./data.ts"
import { AssetName, AssetState, DueBack } from "./parts.tsx"
import { RecoveryChart } from "./RecoveryChart.tsx"
import { useAssetWork } from "./work.tsx"

const { category, holder, offset, q, state } = ListAssets

const filters = { q, state, category, holder, offset }

const Summary = ({ noDeadlineDeployedCount, recoveryTimeline, totals }: AssetSummary) => {
  const { assets: words, home } = useWords()
  const { number } = useFormat()
  const late = recoveryTimeline.filter((one) => one.state === "overdue").reduce((sum, { count }) => sum + count, 0)
  const link = (state: AssetStatus) => `${assetsPage()}?state=${state}`
  return (
    <Split even>
      <Tiles>
        <Tile
          name={words.states.deployed}
          icon="laptop"
          figure={number(totals.deployed)}
          beside={words.noDeadline(noDeadlineDeployedCount)}
          href={link("deployed")}
        />
        <Tile
          name={words.late}
          icon="clock"
          figure={number(late)}
          beside={words.lateBeside}
          tone={late > 0 ? "bad" : undefined}
        />
        <Tile
          name={words.states.returned}
          icon="package-check"
          figure={number(totals.returned)}
          beside={words.ofAll(totals.total)}
          href={link("returned")}
        />
        <Tile
          name={words.states.lost}
          icon="package-x"
          figure={number(totals.lost)}
          beside={words.lostBeside}
          href={link("lost")}
        />
      </Tiles>
      <Card title={home.recoveryTitle}>
        {recoveryTimeline.every(({ count }) => count === 0) ? (
          <Text tone="3">{home.recoveryNoneText}</Text>
        ) : (
          <RecoveryChart recoveryTimeline={recoveryTimeline} />
        )}
      </Card>
    </Split>
  )
}

const Holder = ({ employee: { department, full_name, id } }: Asset) => {
  const words = useWords().assets
  if (id === null) return <Text tone="3">{words.nobody}</Text>
  return (
    <Titled below={department}>
      <a href={person({ id })}>{full_name}</a>
    </Titled>
  )
}

/** Equipment list. */
export const Assets = () => {
  const words = useWords().assets
  const { may } = useMay()
  const address = useListSearch(filters)
  const { search } = address
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Asset>>(new Map())
  const { actions, dialogs, refused, sayWithUndo } = useAssetWork()
  const returning = useAction(returnAssets, {
    onDone: ({ updated }, items) => {
      sayWithUndo(words.returnedMany(updated), items)
      setChosen(new Map())
    }
  })
  // The selection covers visible rows only.
  const unchosen =
    <Given extends ReadonlyArray<unknown>>(go: (...given: Given) => void) =>
    (...given: Given) => {
      setChosen(new Map())
      go(...given)
    }
  const narrow = unchosen(address.narrow)
  const list = { ...address, clear: unchosen(address.clear), move: unchosen(address.move) }
  const choose = (asset: Asset, isChosen: boolean) =>
    setChosen(new Map([...chosen].filter(([id]) => id !== asset.id).concat(isChosen ? [[asset.id, asset]] : [])))
  const mayReturn = may("offboardings_edit")
  const add = may("assets_manage") && (
    <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  )
  const columns: ReadonlyArray<Column<Asset>> = [
    ...(mayReturn
      ? [
          {
            name: words.choose,
            quiet: true,
            align: "tight",
            cell: (asset) =>
              asset.status === "deployed" && (
                <Checkbox
                  label={words.chooseOne(asset.item_name, asset.serial_number)}
                  checked={chosen.has(asset.id)}
                  onTick={(isChosen) => choose(asset, isChosen)}
                />
              )
          } satisfies Column<Asset>
        ]
      : []),
    { name: words.name, cell: (asset) => <AssetName {...asset} />, align: "main" },
    { name: words.kind, cell: ({ category }) => words.kinds[category], align: "tight", wideOnly: true },
    { name: words.holder, cell: (asset) => <Holder {...asset} />, align: "tight", wideOnly: true },
    { name: words.state, cell: (asset) => <AssetState {...asset} />, align: "tight" },
    { name: words.due, cell: (asset) => <DueBack item={asset} />, align: "end", wideOnly: true },
    {
      name: words.actions,
      quiet: true,
      align: "end",
      cell: (asset) => {
        const { full_name, id } = asset.employee
        return actions(asset, id === null ? undefined : { id, full_name: full_name ?? "" })
      }
    }
  ]
  return (
    <Page
      title={words.title}
      about={words.about}
      help="assets"
      actions={
        <>
          <ExportCsv name={words.title} of={exportAssets} query={search} />
          {add}
        </>
      }
    >
      <Loaded of={assetSummary} skeleton={<Skeleton width={62} tall />}>
        {(summary) => summary.totals.total > 0 && <Summary {...summary} />}
      </Loaded>
      <Filters list={list}>
        <SearchField label={words.search} value={search.q ?? ""} onSearch={(q) => narrow({ q })} />
        <FilterSelect
          label={words.state}
          none={words.anyState}
          value={search.state}
          choices={AssetStatus.literals.map((one) => [one, words.states[one]] as const)}
          onChoose={(state) => narrow({ state })}
        />
        <FilterSelect
          label={words.kind}
          none={words.anyKind}
          value={search.category}
          choices={AssetCategory.literals.map((one) => [one, words.kinds[one]] as const)}
          onChoose={(category) => narrow({ category })}
        />
      </Filters>
      {refused}
      <Refusal of={returning.result} />
      <Listed
        of={assetPage(search)}
        list={list}
        limit={pageSize}
        skeleton={{ columns: 5, rows: 10 }}
        none={<Placeholder icon="laptop" title={words.none} text={words.noneText} />}
        above={(rows) =>
          mayReturn &&
          rows.some(({ status }) => status === "deployed") && (
            <Row gap={2}>
              <Button
                size="small"
                icon="package-check"
                disabled={chosen.size === 0}
                busy={returning.busy}
                onClick={() => returning.start([...chosen.values()])}
              >
                {words.returnMany(chosen.size)}
              </Button>
              {chosen.size === 0 ? (
                <Button
                  size="small"
                  variant="tertiary"
                  onClick={() =>
                    setChosen(new Map(rows.filter(({ status }) => status === "deployed").map((one) => [one.id, one])))
                  }
                >
                  {words.chooseAll}
                </Button>
              ) : (
                <Button size="small" variant="tertiary" onClick={() => setChosen(new Map())}>
                  {words.chooseNone}
                </Button>
              )}
            </Row>
          )
        }
        label={words.title}
        keyOf={({ id }) => id}
        columns={columns}
      />
      {adding && <AssetDialog onClose={() => setAdding(false)} />}
      {dialogs}
    </Page>
  )
}
