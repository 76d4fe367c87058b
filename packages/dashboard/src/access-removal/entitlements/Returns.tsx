import type { AccessReturn } from "@svc/contract/entitlements/schema"
import { useEffect, useRef } from "preact/hooks"
import { useMay, useUser } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Disclosure } from "#design/Disclosure.tsx"
import { Facts, Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { changeKeys } from "#platform/changes.ts"
import { useFormat } from "#platform/format.ts"
import { registry } from "#state/registry.ts"
import { returnsOf } from "./data.ts"
import { Status } from "./parts.tsx"
import { ReturnPlan } from "./ReturnPlan.tsx"
import { isByHand, mayApprove, progressOf } from "./state.ts"

/** Polling interval in ms. */
const betweenReadings = 2_000

/** Polls a running restore, and refreshes the offboarding when it finishes. */
const useProgress = ({ offboarding_id: id, status }: AccessReturn) => {
  const before = useRef(status)
  useEffect(() => {
    const wasRunning = before.current === "running"
    before.current = status
    if (status === "done" && wasRunning) changeKeys([`case ${id}`])
    if (status !== "running") return
    const reading = setInterval(() => registry.refresh(returnsOf(id)), betweenReadings)
    return () => clearInterval(reading)
  }, [id, status])
}

/** Progress, and the result. */
const Progress = ({ of: { lines, status } }: { readonly of: AccessReturn }) => {
  const words = useWords().entitlements
  const { all, done, outcomes } = progressOf(lines)
  if (status === "running") {
    return (
      <Banner tone="accent" title={words.underWay(done, all)}>
        <Text tone="2">{words.underWayText}</Text>
      </Banner>
    )
  }
  if (status !== "done") return null
  const { by_hand, failed, held_already, returned } = outcomes
  if (by_hand === 0 && failed === 0) {
    return <Banner tone="good" title={words.allReturned(returned + held_already)} />
  }
  const cameTo = [
    ...(returned > 0 ? [words.cameTo.returned(returned)] : []),
    ...(held_already > 0 ? [words.cameTo.held_already(held_already)] : []),
    ...(by_hand > 0 ? [words.cameTo.by_hand(by_hand)] : []),
    ...(failed > 0 ? [words.cameTo.failed(failed)] : [])
  ]
  return (
    <Banner tone={failed > 0 ? "bad" : "watch"} title={cameTo.join(", ")}>
      {failed > 0 && <Text>{words.failedText}</Text>}
      {by_hand > 0 && <Text>{words.byHandText}</Text>}
    </Banner>
  )
}

/** Reason, requester, and decision. */
const About = ({ of }: { readonly of: AccessReturn }) => {
  const words = useWords().entitlements
  const { moment } = useFormat()
  const by = (member: AccessReturn["decided_by"]) => member?.full_name ?? words.gone
  return (
    <Facts
      facts={[
        [words.ground, words.grounds[of.ground]],
        [words.reason, of.reason],
        ...(of.address === null ? [] : [[words.goesTo, of.address] as const]),
        [words.proposedBy, `${by(of.proposed_by)}, ${moment(of.proposed_at)}`],
        ...(of.decided_at === null
          ? []
          : [
              [
                of.status === "declined" ? words.declinedBy : words.approvedBy,
                `${by(of.decided_by)}, ${moment(of.decided_at)}`
              ] as const
            ]),
        ...(of.decline_reason === null ? [] : [[words.declineReason, of.decline_reason] as const]),
        ...(of.finished_at === null ? [] : [[words.ended, moment(of.finished_at)] as const])
      ]}
    />
  )
}

/** The whole plan until it finishes; then the remaining lines, with the rest collapsed. */
const Lines = ({ of: { lines, proposed_at, status } }: { readonly of: AccessReturn }) => {
  const words = useWords().entitlements
  const { second } = useFormat()
  const when = second(proposed_at)
  const isLeft = ({ outcome }: AccessReturn["lines"][number]) => outcome === "failed" || outcome === "by_hand"
  const back = lines.filter((line) => !isLeft(line)).length
  if (status !== "done") return <ReturnPlan label={words.plan(when)} lines={lines} />
  return (
    <>
      {back < lines.length && <ReturnPlan label={words.planLeft(when)} lines={lines} only={isLeft} />}
      {back > 0 && (
        <Disclosure summary={words.back(back)}>
          {() => <ReturnPlan label={words.plan(when)} lines={lines} only={(line) => !isLeft(line)} />}
        </Disclosure>
      )}
    </>
  )
}

/** The current restore: plan, decision, and result. */
export const ReturnUnderWay = ({
  of,
  onDecide
}: {
  readonly of: AccessReturn
  readonly onDecide: (decision: "approve" | "decline") => void
}) => {
  const words = useWords().entitlements
  const { isSuperAdmin, may } = useMay()
  const { id: user } = useUser()
  useProgress(of)
  const isOffered = of.status === "proposed" && may("access_revoke")
  const approves = mayApprove(of, user, isSuperAdmin)
  const byHand = of.lines.filter(isByHand).length
  return (
    <Card title={words.return} actions={<Status of={of.status} />}>
      <Stack gap={3}>
        <Progress of={of} />
        {of.former_identity && of.status === "proposed" && <Banner tone="bad" title={words.formerReturn} />}
        <About of={of} />
        {of.status === "proposed" && <Text>{words.planText(of.lines.length - byHand, byHand)}</Text>}
        <Lines of={of} />
        {isOffered && !approves && <Text tone="2">{words.own}</Text>}
        {isOffered && (
          <Row end gap={2}>
            <Button icon="x" onClick={() => onDecide("decline")}>
              {words.decline}
            </Button>
            {approves && !of.former_identity && (
              <Button variant="primary" icon="check" onClick={() => onDecide("approve")}>
                {words.approve}
              </Button>
            )}
          </Row>
        )}
      </Stack>
    </Card>
  )
}

/** Finished and rejected restores, collapsed. */
export const EarlierReturns = ({ of }: { readonly of: ReadonlyArray<AccessReturn> }) => {
  const words = useWords().entitlements
  const { moment } = useFormat()
  if (of.length === 0) return null
  return (
    <Card title={words.earlier} flush>
      {of.map((one) => (
        <Disclosure
          key={one.id}
          summary={
            <Row gap={2}>
              {moment(one.proposed_at)}
              <Status of={one.status} />
              <Text tone="3" size="small">
                {words.grounds[one.ground]}, {words.lines(one.lines.length)}
              </Text>
            </Row>
          }
        >
          {() => (
            <Stack gap={3}>
              <Progress of={one} />
              <About of={one} />
              <Lines of={one} />
            </Stack>
          )}
        </Disclosure>
      ))}
    </Card>
  )
}
