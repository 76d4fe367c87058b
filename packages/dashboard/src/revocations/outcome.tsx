import type { RevocationOutcome } from "@svc/contract/revocations/schema"
import { Badge, type Tone } from "../design/Badge.tsx"
import { Icon } from "../design/Icon.tsx"
import { Line, Said } from "../design/layout.tsx"
import { useWords } from "../languages/words.ts"

const tones: Readonly<Record<RevocationOutcome, Tone>> = {
  revoked: "good",
  skipped: "calm",
  manual_required: "watch",
  failed: "bad",
  stopped: "bad"
}

/** What became of an app. */
export const Outcome = ({ of }: { readonly of: RevocationOutcome }) => (
  <Badge tone={tones[of]}>{useWords().revocations.outcomes[of]}</Badge>
)

/** How well it is known: read back from the app, told by it, or said by somebody. */
export const Proof = ({
  byHand,
  outcome,
  verified
}: {
  readonly verified: boolean
  readonly byHand: boolean
  readonly outcome: RevocationOutcome | null
}) => {
  const words = useWords().revocations
  if (verified) {
    return (
      <Line gap={1} whole>
        <Icon name="shield-check" size="small" tone="good" />
        <Said tone="good">{words.verified}</Said>
      </Line>
    )
  }
  if (byHand) return <Said tone="2">{words.byHand}</Said>
  return <Said tone="3">{outcome === "revoked" ? words.claimed : "–"}</Said>
}
