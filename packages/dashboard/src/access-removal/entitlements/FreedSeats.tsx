import type { LicencePrice, Savings } from "@svc/contract/entitlements/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { useNames } from "#connections/integrations/providers.ts"
import { Badge, type Tone } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { PagedTable, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { licencePrices, savings } from "./data.ts"
import { Detail, Money } from "./parts.tsx"
import { PriceDialog } from "./PriceDialog.tsx"
import { type LicenceRow, licenceRows } from "./state.ts"

const tones: Readonly<Record<NonNullable<LicenceRow["standing"]>, Tone>> = {
  saved: "good",
  still_paid: "watch",
  no_price: "calm"
}

const Licence = ({ of: { label, price, seats, service } }: { readonly of: LicenceRow }) => {
  const words = useWords().entitlements
  const nameOf = useNames()
  const { day, money } = useFormat()
  return (
    <Text as="div">
      <Text strong>{label}</Text>
      <Detail>{seats === 0 ? nameOf(service) : `${nameOf(service)} · ${words.seats(seats)}`}</Detail>
      {price !== null && (
        <Detail tone="2">
          {words.aMonth(money(price.seat_price, price.currency))},{" "}
          {price.billed_until === null ? words.atOnce : words.billedUntil(day(price.billed_until))}
        </Detail>
      )}
    </Text>
  )
}

const Licences = ({
  isCounted,
  onPrice,
  rows
}: {
  readonly isCounted: boolean
  readonly rows: ReadonlyArray<LicenceRow>
  readonly onPrice: (row: LicenceRow) => void
}) => {
  const { common, entitlements: words, leftBehind } = useWords()
  const { may } = useMay()
  return (
    <PagedTable
      label={words.freed}
      rows={rows}
      keyOf={({ licence, service }) => `${service}\n${licence}`}
      words={common.pager}
      columns={[
        { name: words.licence, cell: (row) => <Licence of={row} />, align: "main" },
        {
          name: words.standing,
          cell: ({ standing }) =>
            standing === null ? (
              isCounted && <Badge>{words.noSeat}</Badge>
            ) : (
              <Badge tone={tones[standing]}>{words.standings[standing]}</Badge>
            ),
          align: "tight"
        },
        {
          name: leftBehind.act,
          quiet: true,
          cell: (row) =>
            may("settings_manage") && (
              <Button size="small" icon="pencil" label={`${words.pricing}: ${row.label}`} onClick={() => onPrice(row)}>
                {words.pricing}
              </Button>
            ),
          align: "end"
        }
      ]}
    />
  )
}

const Shown = ({
  of,
  prices
}: {
  /** Null without permission to view analytics. */
  readonly of: Savings | null
  readonly prices: ReadonlyArray<LicencePrice>
}) => {
  const words = useWords().entitlements
  const { may } = useMay()
  const [pricing, setPricing] = useState<LicenceRow | "new">()
  const rows = licenceRows(of?.licences ?? [], prices)
  const add = may("settings_manage") && (
    <Button size="small" icon="plus" onClick={() => setPricing("new")}>
      {words.addPrice}
    </Button>
  )
  return (
    <Stack>
      <Text tone="2">{words.freedText}</Text>
      {of === null ? <Text tone="2">{words.notYours}</Text> : <Money of={of.money} />}
      {rows.length === 0 ? (
        <Placeholder icon="package-check" title={words.noneFreed} text={words.noneFreedText}>
          {add}
        </Placeholder>
      ) : (
        <Card title={words.licences} flush actions={add}>
          <Licences isCounted={of !== null} rows={rows} onPrice={setPricing} />
        </Card>
      )}
      {pricing !== undefined && (
        <PriceDialog
          of={pricing === "new" ? null : pricing}
          prices={prices}
          services={[...new Set((of?.licences ?? []).map(({ service }) => service))]}
          onClose={() => setPricing(undefined)}
        />
      )}
    </Stack>
  )
}

/** Reclaimed licenses with prices and savings; savings need permission to view analytics. */
export const FreedSeats = () => {
  const { may } = useMay()
  const skeleton = <TableSkeleton columns={3} rows={5} />
  return (
    <Loaded of={licencePrices} skeleton={skeleton}>
      {({ prices }) =>
        may("analytics_view") ? (
          <Loaded of={savings} skeleton={skeleton}>
            {(of) => <Shown of={of} prices={prices} />}
          </Loaded>
        ) : (
          <Shown of={null} prices={prices} />
        )
      }
    </Loaded>
  )
}
