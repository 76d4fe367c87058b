import type { CaseApp, CaseDetails } from "@svc/contract/cases/schema"
import type { RevocationRun } from "@svc/contract/revocations/schema"
import { AppName } from "#connections/integrations/AppName.tsx"
import { isFailedRemoval } from "@svc/contract/cases/removal"
import { isByHand, isLeft, isStillActive } from "#records/data.ts"
import { Badge } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Columns, Row, Text } from "#design/layout.tsx"
import { Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { useNextTry } from "./NextTry.tsx"
import { Outcome, Proof, Told, useMessage } from "./outcome.tsx"
import { useSteps } from "./run.ts"

const State = ({ of: app, running }: { readonly of: CaseApp; readonly running: Step | undefined }) => {
  const words = useWords().revocations
  if (running !== undefined && running.outcome === null) {
    return running.started_at === null ? <Badge>{words.waits}</Badge> : <Badge tone="accent">{words.runs}</Badge>
  }
  if (isStillActive(app)) return <Outcome of="revoked" stillActive />
  if (app.finding === "accepted" && !app.verified) return <Badge tone="watch">{words.resolutions.accepted}</Badge>
  if (isByHand(app)) return <Badge tone="good">{words.confirmed}</Badge>
  return app.outcome === null ? <Badge>{words.open}</Badge> : <Outcome of={app.outcome} stillActive={false} />
}

type Step = RevocationRun["results"][number]

/** Why an app that didn't fail isn't done. */
const Reason = ({ of: app, step }: { readonly of: CaseApp; readonly step: Step | undefined }) => {
  const words = useWords().revocations
  if (!isLeft(app) || isFailedRemoval(app)) return null
  if (app.outcome !== null) return step === undefined ? null : <Told of={step} />
  return app.done_for_another ? (
    <Text as="div" size="small" tone="watch">
      {words.doneForAnother}
    </Text>
  ) : null
}

/** What happened at an app that failed, and what happens next. */
const WhatFailed = ({
  of: app,
  revokeAt,
  step
}: {
  readonly of: CaseApp
  readonly step: Step | undefined
  readonly revokeAt: CaseDetails["revoke_at"]
}) => {
  const words = useWords().revocations
  const nextTry = useNextTry()
  const messageOf = useMessage()
  const isActive = isStillActive(app)
  const facts = [
    [
      words.whatHappened,
      isActive ? words.activeText : ((step && messageOf(step)) ?? words.outcomes[app.outcome ?? "failed"])
    ],
    [words.nextRetryTitle, isActive ? null : nextTry(app, revokeAt)],
    [words.accountTitle, step?.account ? words.account(step.account.name, step.account.id) : null]
  ] as const
  return (
    <Columns whole>
      {facts.map(
        ([name, text]) =>
          text !== null && (
            <div key={name}>
              <Text as="div" size="small" tone="3">
                {name}
              </Text>
              <Text as="div">{text}</Text>
            </div>
          )
      )}
    </Columns>
  )
}

/** Selected apps with their state and actions. */
export const AppTable = ({
  details: { apps, id, revoke_at },
  isUnderWay,
  mayAct,
  mayStart,
  onAgain,
  onRemoved
}: {
  readonly details: CaseDetails
  readonly isUnderWay: boolean
  readonly mayAct: boolean
  /** No run is in progress. */
  readonly mayStart: boolean
  readonly onAgain: (service: string) => void
  readonly onRemoved: (service: string) => void
}) => {
  const words = useWords().revocations
  const { moment } = useFormat()
  const { last, running } = useSteps(id)
  return (
    <Table
      label={words.title}
      rows={apps}
      keyOf={(app) => app.service_name}
      below={(app) =>
        isFailedRemoval(app) && !(isUnderWay && running(app.service_name) !== undefined) ? (
          <WhatFailed of={app} step={last(app.service_name)} revokeAt={revoke_at} />
        ) : null
      }
      columns={[
        {
          name: words.app,
          cell: (app) => (
            <AppName of={app.service_name} strong>
              {!(isUnderWay && running(app.service_name) !== undefined) && (
                <Reason of={app} step={last(app.service_name)} />
              )}
            </AppName>
          ),
          align: "main"
        },
        {
          name: words.state,
          cell: (app) => <State of={app} running={isUnderWay ? running(app.service_name) : undefined} />,
          align: "tight"
        },
        {
          name: words.proof,
          cell: (app) => (
            <Proof
              verified={app.verified}
              byHand={isByHand(app)}
              outcome={app.outcome}
              stillActive={isStillActive(app)}
            />
          ),
          align: "tight",
          wideOnly: true
        },
        {
          name: words.when,
          cell: ({ removal_confirmed_at, revoked_at }) => {
            const at = revoked_at ?? removal_confirmed_at
            return (
              <Text tone="2" oneLine>
                {at === null ? "–" : moment(at)}
              </Text>
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
              <Row gap={1} end>
                {mayStart && (isStillActive(app) || app.outcome === "failed" || app.outcome === "stopped") && (
                  <Button size="small" icon="rotate-ccw" onClick={() => onAgain(app.service_name)}>
                    {words.again}
                  </Button>
                )}
                <Button size="small" variant="tertiary" onClick={() => onRemoved(app.service_name)}>
                  {words.removed}
                </Button>
              </Row>
            ),
          align: "end"
        }
      ]}
    />
  )
}
