import type { AccessReturn, ReturnOutcome } from "@svc/contract/entitlements/schema"
import { useNames } from "#connections/integrations/providers.ts"
import { Badge, type Tone } from "#design/Badge.tsx"
import { Icon } from "#design/Icon.tsx"
import { Row, Text } from "#design/layout.tsx"
import { PagedTable } from "#design/Table.tsx"
import { useSaid } from "#languages/said.ts"
import { useWords } from "#languages/words.ts"
import { Detail, Thing } from "./parts.tsx"

type PlanLine = AccessReturn["lines"][number]

const tones: Readonly<Record<ReturnOutcome, Tone>> = {
  returned: "good",
  held_already: "calm",
  by_hand: "watch",
  failed: "bad"
}

/** Automatic or manual; after the attempt, its outcome. */
const Outcome = ({ of: { account, by_hand, outcome } }: { readonly of: PlanLine }) => {
  const words = useWords().entitlements
  if (outcome !== null) return <Badge tone={tones[outcome]}>{words.outcomes[outcome]}</Badge>
  return by_hand === null && account !== null ? (
    <Badge>{words.byService}</Badge>
  ) : (
    <Badge tone="watch">{words.byPerson}</Badge>
  )
}

/** The only account that receives the access. */
const Recipient = ({ of: { account, by_hand } }: { readonly of: PlanLine }) => {
  const words = useWords().entitlements
  if (account !== null) return <Detail>{words.account(account.name, account.id)}</Detail>
  return by_hand === null ? <Detail tone="watch">{words.noAccount}</Detail> : null
}

/** Manual steps, the app's message, and whether the result was verified. */
const Told = ({ of: { by_hand, message, outcome, verified } }: { readonly of: PlanLine }) => {
  const { entitlements: words, revocations } = useWords()
  const say = useSaid()
  return (
    <>
      {by_hand !== null && outcome !== "returned" && outcome !== "held_already" && (
        <Detail tone="watch">{words.onlyByHand(say(by_hand))}</Detail>
      )}
      {message !== null && message !== by_hand && (
        <Detail tone={outcome === "failed" ? "bad" : "3"}>{say(message)}</Detail>
      )}
      {verified ? (
        <Row gap={1} whole>
          <Icon name="shield-check" size="small" tone="good" />
          <Text size="small" tone="good">
            {revocations.verified}
          </Text>
        </Row>
      ) : (
        outcome === "returned" && <Detail>{revocations.claimed}</Detail>
      )}
    </>
  )
}

/** The restore plan by app, in order, with the outcome of each line. */
export const ReturnPlan = ({
  label,
  lines,
  only = () => true
}: {
  readonly label: string
  readonly lines: AccessReturn["lines"]
  /** Which lines to show. */
  readonly only?: (line: PlanLine) => boolean
}) => {
  const { common, entitlements: words } = useWords()
  const nameOf = useNames()
  const rows = lines.map((line, at) => ({ line, at: at + 1 })).filter(({ line }) => only(line))
  return (
    <PagedTable
      label={label}
      rows={rows}
      keyOf={({ line }) => line.entitlement_id}
      groupOf={({ line }) => nameOf(line.service)}
      words={common.pager}
      columns={[
        { name: words.order, cell: ({ at }) => <Text tone="3">{at}</Text>, align: "tight" },
        {
          name: words.what,
          cell: ({ line }) => (
            <Thing of={line}>
              <Recipient of={line} />
              <Told of={line} />
            </Thing>
          ),
          align: "main"
        },
        { name: words.by, cell: ({ line }) => <Outcome of={line} />, align: "tight" }
      ]}
    />
  )
}
