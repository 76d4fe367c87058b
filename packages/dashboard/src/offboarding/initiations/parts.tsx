import type { InitiationStatus, ListedInitiation } from "@svc/contract/initiations/schema"
import { Badge, type Tone } from "#design/Badge.tsx"
import { Row, Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"

export const tones: Readonly<Record<InitiationStatus, Tone>> = { pending: "watch", approved: "good", rejected: "bad" }

/** Status of a request, and its step in the approval chain. */
export const State = ({ of }: { readonly of: Pick<ListedInitiation, "current_step" | "status" | "step_count"> }) => {
  const words = useWords().initiations
  return (
    <Row gap={1} whole>
      <Badge tone={tones[of.status]}>{words.states[of.status]}</Badge>
      {of.status === "pending" && of.step_count > 0 && (
        <Text size="small" tone="3" oneLine>
          {words.step(of.current_step, of.step_count)}
        </Text>
      )}
    </Row>
  )
}
