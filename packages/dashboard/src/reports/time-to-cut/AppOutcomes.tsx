import { rows } from "@svc/charts/rows"
import type { Tone } from "@svc/charts/scene"
import type { TimeToCut } from "@svc/contract/time-to-cut/schema"
import { Chart } from "#design/Chart.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"

const tones: Readonly<Record<keyof TimeToCut["outcomes"], Tone>> = {
  read_back: "good",
  acknowledged: "second",
  confirmed_by_hand: "second",
  manual_required: "watch",
  failed: "bad",
  skipped: "calm",
  not_started: "calm"
}

/** Outcomes of all apps of these offboardings. */
export const AppOutcomes = ({ outcomes }: Pick<TimeToCut, "outcomes">) => {
  const words = useWords().timeToCut
  const { number } = useFormat()
  const kinds = [
    ["read_back", outcomes.read_back],
    ["acknowledged", outcomes.acknowledged],
    ["confirmed_by_hand", outcomes.confirmed_by_hand],
    ["manual_required", outcomes.manual_required],
    ["failed", outcomes.failed],
    ["skipped", outcomes.skipped],
    ["not_started", outcomes.not_started]
  ] as const
  return (
    <Chart
      label={words.outcomes}
      draw={(width) =>
        rows(
          {
            axis: words.outcome,
            series: [{ name: words.apps, tone: "first" }],
            groups: kinds.map(([kind, count]) => ({
              name: words.kinds[kind],
              values: [count],
              tone: tones[kind]
            })),
            say: number,
            gap: "–"
          },
          { width, left: 168 }
        )
      }
    />
  )
}
