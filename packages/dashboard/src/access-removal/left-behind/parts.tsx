import type { LeftBehindDisposition, LeftBehindItem, LeftBehindRisk } from "@svc/contract/left-behind/schema"
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { Badge, type Tone } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Code, Row, Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { isOffered, isStopping } from "./state.ts"

const riskTones: Readonly<Record<LeftBehindRisk, Tone>> = { high: "bad", medium: "watch", low: "calm" }

const dispositionTones: Readonly<Record<LeftBehindDisposition, Tone>> = {
  pending: "calm",
  revoked: "good",
  transferred: "good",
  accepted: "watch"
}

/** Maximum privileges shown before "and … more" expands the list. */
const rightsShown = 3

/** Privileges of the item, in the app's own terms. */
const Rights = ({ all }: { readonly all: ReadonlyArray<string> }) => {
  const words = useWords().leftBehind
  const [whole, setWhole] = useState(false)
  if (all.length === 0) return null
  const hidden = whole ? 0 : Math.max(0, all.length - rightsShown)
  return (
    <Text as="div" size="small" tone="2">
      <Code>{(whole ? all : all.slice(0, rightsShown)).join(", ")}</Code>{" "}
      {hidden > 0 && (
        <Button size="small" variant="tertiary" onClick={() => setWhole(true)}>
          {words.moreRights(hidden)}
        </Button>
      )}
    </Text>
  )
}

/** The new owner, and whether they accepted. */
const Owner = ({ of: item }: { readonly of: LeftBehindItem }) => {
  const words = useWords().leftBehind
  const { closing, disposition, new_owner: owner, stops_the_cut } = item
  if (owner !== null) {
    if (disposition === "transferred") return <>{words.tookOver(owner.name)}</>
    if (isOffered(item)) return <>{words.isAsked(owner.name, owner.email)}</>
    return owner.accepted_at === null ? null : <>{words.takesOver(owner.name)}</>
  }
  return disposition === "pending" && (closing === "transfer" || stops_the_cut !== null) ? <>{words.nobody}</> : null
}

/** How a pending item will be closed. */
const Way = ({ of: { closing, disposition, former_identity } }: { readonly of: LeftBehindItem }) => {
  const words = useWords().leftBehind
  return disposition === "pending" && !former_identity ? <>{words.ways[closing]}</> : null
}

/** Evidence, time, and reason of a resolved item. */
const Settled = ({ of: { disposition, evidence, reason, settled_at } }: { readonly of: LeftBehindItem }) => {
  const { leftBehind: words, revocations } = useWords()
  const { moment } = useFormat()
  if (disposition === "pending" || settled_at === null) return null
  const known = {
    read_back: revocations.verified,
    vendor_answer: revocations.claimed,
    confirmed_by_hand: revocations.byHand,
    not_observed: words.said
  }[evidence]
  return (
    <>
      {[known, moment(settled_at)].join(" · ")}
      {reason !== null && <>: {reason}</>}
    </>
  )
}

const Detail = ({
  children,
  tone
}: {
  readonly tone: "2" | "3" | "watch" | "bad"
  readonly children: ComponentChildren
}) => (
  <Text as="div" size="small" tone={tone}>
    {children}
  </Text>
)

/** Full description of an item: type, privileges, block, new owner, and last failure. */
export const Thing = ({
  name,
  of: item,
  where,
  stops = isStopping(item)
}: {
  readonly of: LeftBehindItem
  /** The label as a link. */
  readonly name?: ComponentChildren
  /** App and person, if the surrounding page doesn't show them. */
  readonly where?: ComponentChildren
  /** Whether it blocks a revocation that is still ahead. */
  readonly stops?: boolean
}) => {
  const words = useWords().leftBehind
  const { account, go, kind, label, message, privileges, risk, stops_the_cut } = item
  return (
    <Text as="div">
      <Row gap={2}>
        {name ?? <Text strong>{label}</Text>}
        <Badge tone={riskTones[risk]}>{words.risks[risk]}</Badge>
      </Row>
      <Detail tone="3">
        {words.kinds[kind].one}
        {where !== undefined && <> · {where}</>}
      </Detail>
      {account !== null && <Detail tone="3">{words.account(account.name, account.id)}</Detail>}
      {item.former_identity && <Detail tone="watch">{words.formerText}</Detail>}
      <Rights all={privileges} />
      {stops_the_cut !== null && item.disposition === "pending" && (
        <Detail tone={stops ? "bad" : "3"}>{stops_the_cut}</Detail>
      )}
      {go !== null && item.disposition === "pending" && <Detail tone="watch">{words.goesOn(go.reason)}</Detail>}
      <Detail tone={stops ? "bad" : "2"}>
        <Owner of={item} />
      </Detail>
      <Detail tone="3">
        <Way of={item} />
        <Settled of={item} />
      </Detail>
      {message !== null && item.disposition === "pending" && <Detail tone="watch">{message}</Detail>}
    </Text>
  )
}

/** State badge of an item. */
export const Becomes = ({
  of: item,
  stops = isStopping(item)
}: {
  readonly of: LeftBehindItem
  readonly stops?: boolean
}) => {
  const words = useWords().leftBehind
  if (stops) return <Badge tone="bad">{words.stops}</Badge>
  if (item.former_identity && item.disposition === "pending") return <Badge>{words.former}</Badge>
  if (isOffered(item)) return <Badge tone="watch">{words.waits}</Badge>
  return <Badge tone={dispositionTones[item.disposition]}>{words.dispositions[item.disposition]}</Badge>
}
