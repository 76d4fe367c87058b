import type { RevocationOutcome } from "@svc/contract/revocations/schema"
import { Badge, type Tone } from "#design/Badge.tsx"
import { Icon } from "#design/Icon.tsx"
import { Row, Text } from "#design/layout.tsx"
import { useSaid } from "#languages/said.ts"
import { useWords } from "#languages/words.ts"
import type { Step } from "./result.ts"

const tones: Readonly<Record<RevocationOutcome, Tone>> = {
  revoked: "good",
  skipped: "calm",
  manual_required: "watch",
  failed: "bad",
  stopped: "bad"
}

/** Outcome of an app; never "Revoked" if the account was seen active. */
export const Outcome = ({ of, stillActive }: { readonly of: RevocationOutcome; readonly stillActive: boolean }) => {
  const words = useWords().revocations
  return stillActive ? (
    <Badge tone="bad">{words.stillActive}</Badge>
  ) : (
    <Badge tone={tones[of]}>{words.outcomes[of]}</Badge>
  )
}

/** Message of the run for an app, with the app's HTTP status; most messages already contain it. */
export const useMessage = () => {
  const say = useSaid()
  return ({ message, vendor_status: status }: Pick<Step, "message" | "vendor_status">) =>
    message === null
      ? null
      : status === null || message.includes(String(status))
        ? say(message)
        : `${say(message)} (${status})`
}

/** Message of the run for this app. */
export const Told = ({ of }: { readonly of: Pick<Step, "message" | "vendor_status"> }) => {
  const message = useMessage()(of)
  return message === null ? null : (
    <Text as="div" size="small" tone="3">
      {message}
    </Text>
  )
}

/** Proof: verified in the app, reported by it, or confirmed manually. */
export const Proof = ({
  byHand,
  outcome,
  stillActive,
  verified
}: {
  readonly stillActive: boolean
  readonly verified: boolean
  readonly byHand: boolean
  readonly outcome: RevocationOutcome | null
}) => {
  const words = useWords().revocations
  if (stillActive) {
    return (
      <Row gap={1} whole>
        <Icon name="triangle-alert" size="small" tone="bad" />
        <Text tone="bad">{words.seenActive}</Text>
      </Row>
    )
  }
  if (verified) {
    return (
      <Row gap={1} whole>
        <Icon name="shield-check" size="small" tone="good" />
        <Text tone="good">{words.verified}</Text>
      </Row>
    )
  }
  if (byHand) return <Text tone="2">{words.byHand}</Text>
  return <Text tone="3">{outcome === "revoked" ? words.claimed : "–"}</Text>
}
