import { columns } from "@svc/charts/columns"
import type { ApiKey } from "@svc/contract/api-keys/schema"
import { DateTime } from "effect"
import { Button } from "#design/Button.tsx"
import { Chart } from "#design/Chart.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { Code, Facts } from "#design/layout.tsx"
import { localeOf } from "#languages/locale.ts"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"

/** The last 7 UTC days, today last, as the API counts them. */
const days = (language: string) => {
  const named = new Intl.DateTimeFormat(localeOf(language), { weekday: "short", day: "numeric", timeZone: "UTC" })
  const now = DateTime.nowUnsafe()
  return [6, 5, 4, 3, 2, 1, 0].map((before) =>
    named.format(DateTime.toEpochMillis(DateTime.subtract(now, { days: before })))
  )
}

/** Usage and details of a key. */
export const UsageDialog = ({ of, onClose }: { readonly of: ApiKey; readonly onClose: () => void }) => {
  const { apiKeys: words, language } = useWords()
  const { ago, moment, number } = useFormat()
  const { usage } = of
  const names = days(language)
  return (
    <Dialog
      wide
      title={words.usageTitle(of.name)}
      onClose={onClose}
      onSubmit={onClose}
      actions={<Button type="submit">{words.done}</Button>}
    >
      <Chart
        label={words.usageChart}
        draw={(width) =>
          columns(
            {
              axis: words.day,
              series: [{ name: words.callsName, tone: "first" }],
              groups: usage.calls7d.map((calls, place) => ({ name: names[place] ?? "", values: [calls] })),
              say: number,
              gap: "–"
            },
            { width, height: 160 }
          )
        }
      />
      <Facts
        facts={[
          [words.calls, number(usage.callsTotal7d)],
          [words.errors, number(usage.errors7d)],
          [words.lastAnswer, usage.lastStatus ?? "–"],
          [words.lastUsed, of.last_used_at === null ? words.never : ago(of.last_used_at)],
          [words.lastSeenFrom, usage.lastSeenFrom === null ? "–" : <Code>{usage.lastSeenFrom}</Code>],
          [words.expiry, of.expires_at === null ? words.lives.never : moment(of.expires_at)],
          [words.made, words.madeBy(moment(of.created_at), of.created_by_name)],
          ...(of.rotated_at === null ? [] : [[words.rotatedAt, moment(of.rotated_at)] as const])
        ]}
      />
    </Dialog>
  )
}
