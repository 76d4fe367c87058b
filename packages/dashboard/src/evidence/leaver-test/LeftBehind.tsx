import { LeftBehindKind } from "@svc/contract/left-behind/schema"
import { Schema } from "effect"
import { Banner } from "#design/Banner.tsx"
import { Card } from "#design/Card.tsx"
import { Facts, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import type { Result } from "./Result.tsx"
import { useShares } from "./shares.ts"

const isKind = Schema.is(LeftBehindKind)

/** Maximum of not visible or not scanned kinds listed here; the ZIP has all. */
const unseenShown = 10

/** Orphaned items of the period's leavers; absent where the scan is off. */
export const LeftBehind = ({ of: { left_behind: left } }: { readonly of: Result }) => {
  const { leaverTest: words, leftBehind } = useWords()
  const { number } = useFormat()
  const { share } = useShares()
  if (left === undefined) return null
  return (
    <Card title={leftBehind.title}>
      <Stack gap={3}>
        <Banner
          tone={left.pending > 0 ? "bad" : left.not_seen > 0 ? "watch" : "good"}
          title={words.leftPending(number(left.pending), number(left.tested), share(left.exception_rate))}
        >
          {left.not_seen > 0 && words.leftNotSeen(left.not_seen)}
        </Banner>
        <Facts
          facts={[
            [words.leftThings.found, number(left.things.found)],
            [words.evidenceLevels.read_back.name, number(left.things.read_back)],
            [words.evidenceLevels.vendor_answer.name, number(left.things.vendor_answer)],
            [words.evidenceLevels.confirmed_by_hand.name, number(left.things.confirmed_by_hand)],
            [leftBehind.dispositions.accepted, number(left.things.accepted)],
            [leftBehind.dispositions.pending, number(left.things.pending)]
          ]}
        />
        {left.unseen.slice(0, unseenShown).map(({ app, kind, leavers }) => (
          <Text key={`${app} ${kind}`} size="small" tone="3">
            {words.leftUnseen(app, kind === null ? null : isKind(kind) ? leftBehind.kinds[kind].many : kind, leavers)}
          </Text>
        ))}
      </Stack>
    </Card>
  )
}
