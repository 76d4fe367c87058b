import type { LeaverTest, LeaverTestStatus } from "@svc/contract/leaver-test/schema"
import { Badge, type Tone } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Row, Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { testLink } from "./data.ts"

const tones: Readonly<Record<LeaverTestStatus, Tone>> = {
  queued: "accent",
  running: "accent",
  ready: "good",
  failed: "bad",
  expired: "calm",
  withdrawn: "watch"
}

interface Of {
  readonly of: LeaverTest
}

export const usePeriod = () => {
  const { day } = useFormat()
  return ({ parameters: { from, to } }: LeaverTest) => `${day(from)} – ${day(to)}`
}

export const State = ({ of: { progress, status } }: Of) => {
  const words = useWords().leaverTest
  return (
    <Row gap={2}>
      <Badge tone={tones[status]}>{words.states[status]}</Badge>
      {progress !== null && progress.total > 0 && (
        <Text size="small" tone="3" numbers>
          {words.progress(progress.done, progress.total)}
        </Text>
      )}
    </Row>
  )
}

/** Download button, while the ZIP exists. */
export const Download = ({ of: { download_available, id }, variant }: Of & { readonly variant?: "primary" }) => {
  const words = useWords().leaverTest
  const link = useAction(testLink, { onDone: ({ url }) => location.assign(url) })
  if (!download_available) return null
  return (
    <Row end gap={1}>
      <Refusal of={link.result} />
      <Button
        icon="download"
        busy={link.busy}
        onClick={() => link.start(id)}
        {...(variant === undefined ? { size: "small" as const } : { variant })}
      >
        {words.download}
      </Button>
    </Row>
  )
}
