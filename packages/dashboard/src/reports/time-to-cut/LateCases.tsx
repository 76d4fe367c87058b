import type { CutCause, LateCase, TimeToCut } from "@svc/contract/time-to-cut/schema"
import { useNames } from "#connections/integrations/providers.ts"
import { Badge, type Tone } from "#design/Badge.tsx"
import { Card } from "#design/Card.tsx"
import { Text, Titled } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { offboardingTab } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { useHours } from "./parts.tsx"

const tones: Readonly<Record<CutCause, Tone>> = {
  came_back: "bad",
  failed: "bad",
  not_connected: "watch",
  by_hand: "watch",
  unknown_there: "watch",
  not_started: "watch",
  acknowledged: "accent",
  confirmed_by_hand: "accent",
  told_late: "calm",
  slow: "calm"
}

const Person = ({ of: { app, department, employee_name, offboarding_id } }: { readonly of: LateCase }) => (
  <Titled below={[useNames()(app), department].filter((text) => text !== "").join(" · ")}>
    <RowLink href={offboardingTab({ id: offboarding_id, tab: "access" })}>{employee_name}</RowLink>
  </Titled>
)

/** Offboardings more than a day late, linked to their Access tab. */
export const LateCases = ({ late, late_total: total }: Pick<TimeToCut, "late" | "late_total">) => {
  const words = useWords().timeToCut
  const hours = useHours()
  return (
    <Card title={words.late(total)} flush>
      {total === 0 ? (
        <Placeholder small icon="shield-check" title={words.lateNone} />
      ) : (
        <Table
          label={words.late(total)}
          rows={late}
          keyOf={({ offboarding_id }) => offboarding_id}
          columns={[
            { name: words.person, cell: (row: LateCase) => <Person of={row} />, align: "main" },
            {
              name: words.cause,
              cell: ({ cause }: LateCase) => <Badge tone={tones[cause]}>{words.causes[cause]}</Badge>,
              align: "tight"
            },
            {
              name: words.ended,
              cell: ({ access_ended_at }: LateCase) => <Ago at={access_ended_at} tone="2" />,
              align: "end",
              wideOnly: true
            },
            {
              name: words.took,
              cell: ({ cut_at, hours: passed }: LateCase) => (
                <Text tone={cut_at === null ? "bad" : "2"} numbers oneLine>
                  {cut_at === null ? words.soFar(hours(passed)) : hours(passed)}
                </Text>
              ),
              align: "end",
              wideOnly: true
            }
          ]}
        />
      )}
    </Card>
  )
}
