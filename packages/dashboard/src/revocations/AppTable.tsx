import type { CaseApp } from "@svc/contract/cases/schema"
import { isLeft } from "../cases/data.ts"
import { Badge } from "../design/Badge.tsx"
import { Button } from "../design/Button.tsx"
import { Line, Said } from "../design/layout.tsx"
import { Table } from "../design/Table.tsx"
import { useWords } from "../languages/words.ts"
import { useFormat } from "../platform/format.ts"
import { Outcome, Proof } from "./outcome.tsx"

const State = ({ outcome, removal_confirmed_at }: CaseApp) => {
  const words = useWords().revocations
  if (removal_confirmed_at !== null) return <Badge tone="good">{words.confirmed}</Badge>
  return outcome === null ? <Badge>{words.open}</Badge> : <Outcome of={outcome} />
}

/** The chosen apps, and what can be done about each. */
export const AppTable = ({
  apps,
  mayAct,
  mayStart,
  onAgain,
  onRemoved
}: {
  readonly apps: ReadonlyArray<CaseApp>
  readonly mayAct: boolean
  /** Not while a run is under way. */
  readonly mayStart: boolean
  readonly onAgain: (service: string) => void
  readonly onRemoved: (service: string) => void
}) => {
  const words = useWords().revocations
  const { moment } = useFormat()
  return (
    <Table
      label={words.title}
      rows={apps}
      keyOf={(app) => app.service_name}
      columns={[
        { name: words.app, cell: ({ service_name }) => <Said strong>{service_name}</Said>, align: "main" },
        { name: words.state, cell: (app) => <State {...app} />, align: "tight" },
        {
          name: words.proof,
          cell: ({ outcome, removal_confirmed_at, verified }) => (
            <Proof verified={verified} byHand={removal_confirmed_at !== null} outcome={outcome} />
          ),
          align: "tight",
          wideOnly: true
        },
        {
          name: words.when,
          cell: ({ removal_confirmed_at, revoked_at }) => {
            const at = revoked_at ?? removal_confirmed_at
            return (
              <Said tone="2" oneLine>
                {at === null ? "–" : moment(at)}
              </Said>
            )
          },
          align: "end",
          wideOnly: true
        },
        {
          name: words.act,
          quiet: true,
          cell: (app) =>
            mayAct &&
            isLeft(app) && (
              <Line gap={1} end>
                {mayStart && (app.outcome === "failed" || app.outcome === "stopped") && (
                  <Button size="small" icon="rotate-ccw" onClick={() => onAgain(app.service_name)}>
                    {words.again}
                  </Button>
                )}
                <Button size="small" look="quiet" onClick={() => onRemoved(app.service_name)}>
                  {words.removed}
                </Button>
              </Line>
            ),
          align: "end"
        }
      ]}
    />
  )
}
