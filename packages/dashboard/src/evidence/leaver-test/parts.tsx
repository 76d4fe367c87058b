import type { LeaverTest, LeaverTestStatus } from "@svc/contract/leaver-test/schema"
import { Badge, type Tone } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Line, Said } from "#design/layout.tsx"
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
    <Line gap={2}>
      <Badge tone={tones[status]}>{words.states[status]}</Badge>
      {progress !== null && progress.total > 0 && (
        <Said size="small" tone="3" numbers>
          {words.progress(progress.done, progress.total)}
        </Said>
      )}
    </Line>
  )
}

/** Download button, while the ZIP exists. */
export const Download = ({ look, of: { download_available, id } }: Of & { readonly look?: "first" }) => {
  const words = useWords().leaverTest
  const link = useAction(testLink, { onDone: ({ url }) => location.assign(url) })
  if (!download_available) return null
  return (
    <Line end gap={1}>
      <Refusal of={link.result} />
      <Button
        icon="download"
        busy={link.busy}
        onClick={() => link.start(id)}
        {...(look === undefined ? { size: "small" as const } : { look })}
      >
        {words.download}
      </Button>
    </Line>
  )
}
