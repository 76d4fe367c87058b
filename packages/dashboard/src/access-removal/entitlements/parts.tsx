import type { CaseEntitlements, Entitlement, EntitlementState, ReturnStatus } from "@svc/contract/entitlements/schema"
import type { ComponentChildren } from "preact"
import { Badge, type Tone } from "#design/Badge.tsx"
import { Tile } from "#design/Card.tsx"
import { Text, Tiles } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"

const stateTones: Readonly<Record<EntitlementState, Tone>> = {
  held: "calm",
  kept: "watch",
  taken: "good",
  gone: "calm",
  returned: "accent"
}

const statusTones: Readonly<Record<ReturnStatus, Tone>> = {
  proposed: "watch",
  declined: "calm",
  running: "accent",
  done: "good"
}

export const State = ({ of }: { readonly of: EntitlementState }) => (
  <Badge tone={stateTones[of]}>{useWords().entitlements.states[of]}</Badge>
)

export const Status = ({ of }: { readonly of: ReturnStatus }) => (
  <Badge tone={statusTones[of]}>{useWords().entitlements.statuses[of]}</Badge>
)

export const Detail = ({
  children,
  tone = "3"
}: {
  readonly tone?: "2" | "3" | "good" | "watch" | "bad"
  readonly children: ComponentChildren
}) => (
  <Text as="div" size="small" tone={tone}>
    {children}
  </Text>
)

/** Name and type, with the app's own terms. */
export const Thing = ({
  children,
  of: { kind, label, terms }
}: {
  readonly of: Pick<Entitlement, "kind" | "label" | "terms">
  /** Further details. */
  readonly children?: ComponentChildren
}) => {
  const words = useWords().entitlements
  const held = Object.entries(terms).map(([name, value]) => `${name}: ${value}`)
  return (
    <Text as="div">
      <Text strong>{label}</Text>
      <Detail>{[words.kinds[kind].one, ...held].join(" · ")}</Detail>
      {children}
    </Text>
  )
}

/** Price of a reclaimed license, and whether it is still billed. */
export const Cost = ({ of: { cost, kind, state } }: { readonly of: Pick<Entitlement, "cost" | "kind" | "state"> }) => {
  const words = useWords().entitlements
  const { day, money } = useFormat()
  if (kind !== "licence" || state !== "taken") return null
  if (cost === null) return <Detail>{words.noPrice}</Detail>
  const { billed_until: until, currency, seat_price, standing } = cost
  const said = standing === "saved" ? words.saved : until === null ? words.stillPaid : words.stillPaidUntil(day(until))
  return (
    <Detail tone={standing === "saved" ? "good" : "watch"}>
      {words.aMonth(money(seat_price, currency))}, {said}
    </Detail>
  )
}

/** Saved and still billed, per currency: currencies are never added up. */
export const Money = ({ of }: { readonly of: CaseEntitlements["money"] }) => {
  const words = useWords().entitlements
  const { money } = useFormat()
  if (of.length === 0) return null
  return (
    <Tiles>
      {of.flatMap(({ currency, saved, seats, still_paid }) => [
        <Tile
          key={`${currency} saved`}
          icon="circle-check"
          tone={saved > 0 ? "good" : undefined}
          name={words.savedTile(currency)}
          figure={money(saved, currency)}
          beside={words.seats(seats)}
        />,
        <Tile
          key={`${currency} still paid`}
          icon="clock"
          tone={still_paid > 0 ? "watch" : undefined}
          name={words.stillPaidTile(currency)}
          figure={money(still_paid, currency)}
        />
      ])}
    </Tiles>
  )
}
