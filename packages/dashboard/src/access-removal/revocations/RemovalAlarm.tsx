import type { CaseApp, CaseDetails } from "@svc/contract/cases/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { RevocationRun } from "@svc/contract/revocations/schema"
import { AsyncResult } from "effect/reactivity"
import { useEffect, useMemo, useState } from "preact/hooks"
import { AppName } from "#connections/integrations/AppName.tsx"
import { useNames } from "#connections/integrations/providers.ts"
import { Button, LinkButton } from "#design/Button.tsx"
import { Row, Stack, Text } from "#design/layout.tsx"
import { Alarm } from "#design/Story.tsx"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { offboardingTab } from "#platform/pages.ts"
import { isFailedRemoval } from "@svc/contract/cases/removal"
import { caseDetails, isStillActive } from "#records/data.ts"
import { registry } from "#state/registry.ts"
import { latestRun, runPage, runUnderWay } from "./data.ts"
import { useNextTry } from "./NextTry.tsx"
import { useMessage } from "./outcome.tsx"
import { isFailed as isFailedStep } from "./result.ts"
import type { Revoking } from "./revoking.tsx"
import { endedWell, useSteps } from "./run.ts"

/** Progress of the current run; refreshes the offboarding when it finishes. */
const UnderWay = ({ id }: { readonly id: OffboardingId }) => {
  const words = useWords().revocations
  const result = useQuery(runUnderWay(id))
  const run = AsyncResult.isSuccess(result) ? result.value : null
  const ended = run?.status === "finished"
  const done = run?.results.filter(({ outcome }) => outcome !== null).length ?? 0
  useEffect(() => {
    // Results are shown per app, as they arrive.
    if (done > 0) registry.refresh(caseDetails(id))
    if (!ended) return
    registry.refresh(latestRun(id))
    registry.refresh(runPage({ id, offset: 0 }))
  }, [run?.id, done, ended])
  return (
    <Alarm tone="busy" announced title={run === null ? words.begins : words.underWay(done, run.results.length)}>
      {words.oneAtATime}
    </Alarm>
  )
}

/** What the run did, by the proof there is for it. */
const EndedWell = ({ run: { results } }: { readonly run: RevocationRun }) => {
  const words = useWords().revocations
  const nameOf = useNames()
  const revoked = results.filter(({ outcome }) => outcome === "revoked")
  const [one] = results.length === 1 ? results : []
  const title =
    revoked.length === 0
      ? words.noAccountIn(results.map(({ service }) => nameOf(service)).join(", "))
      : one === undefined
        ? words.removedIn(revoked.length, revoked.filter(({ verified }) => verified).length)
        : one.verified
          ? words.removedAndVerified(nameOf(one.service))
          : words.removedUnverified(nameOf(one.service))
  return <Alarm tone="good" announced title={title} />
}

const announced = new Map<OffboardingId, string>()

/** Whether a failure is new to the reader: on the next tab of the page it is not announced again. */
const useIsNew = (id: OffboardingId, failure: string) => {
  useEffect(() => {
    if (failure === "") announced.delete(id)
  }, [id, failure])
  return useMemo(() => {
    const isNew = failure !== "" && announced.get(id) !== failure
    if (isNew) announced.set(id, failure)
    return isNew
  }, [id, failure])
}

/** Failed removals: app, reason, next retry, and actions. */
const Failed = ({
  all,
  apps,
  details: { id, revoke_at },
  isNew,
  onAccess,
  revoking: { busy, markRemoved, mayAct, mayStart, start }
}: {
  readonly details: CaseDetails
  readonly apps: ReadonlyArray<CaseApp>
  readonly all: number
  readonly isNew: boolean
  readonly onAccess: boolean
  readonly revoking: Revoking
}) => {
  const words = useWords().revocations
  const [open, setOpen] = useState(false)
  const nameOf = useNames()
  const nextTry = useNextTry()
  const messageOf = useMessage()
  const { last } = useSteps(id)
  const whyOf = (app: CaseApp) => {
    if (isStillActive(app)) return words.activeText
    const step = last(app.service_name)
    const message = step && messageOf(step)
    return [...(message == null ? [] : [message.replace(/[.!]?$/, ".")]), nextTry(app, revoke_at)].join(" ")
  }
  const acts = (some: ReadonlyArray<CaseApp>) =>
    mayAct && (
      <>
        {some[0] !== undefined && some.length === 1 && (
          <Button size="small" variant="tertiary" onClick={() => some[0] && markRemoved(some[0].service_name)}>
            {words.markRemovedForm}
          </Button>
        )}
        {mayStart && (
          <Button
            size="small"
            icon="rotate-ccw"
            busy={busy}
            onClick={() => start(some.map(({ service_name }) => service_name))}
          >
            {words.retryNow}
          </Button>
        )}
      </>
    )
  const [one] = apps.length === 1 ? apps : []
  if (one !== undefined) {
    const name = nameOf(one.service_name)
    return (
      <Alarm
        tone="bad"
        announced={isNew}
        title={isStillActive(one) ? words.activeIn(name) : words.failedIn(name)}
        actions={
          <>
            {!onAccess && (
              <LinkButton size="small" variant="tertiary" href={offboardingTab({ id, tab: "access" })}>
                {words.details}
              </LinkButton>
            )}
            {acts([one])}
          </>
        }
      >
        {whyOf(one)}
      </Alarm>
    )
  }
  return (
    <Alarm
      tone="bad"
      announced={isNew}
      title={words.removalsFailed(apps.length, all)}
      actions={
        <>
          {!onAccess && (
            <Button size="small" variant="tertiary" expanded={open} onClick={() => setOpen(!open)}>
              {words.details}
            </Button>
          )}
          {acts(apps)}
        </>
      }
      below={
        open &&
        !onAccess && (
          <Stack gap={2}>
            {apps.map((app) => (
              <Row apart gap={2} key={app.service_name}>
                <AppName of={app.service_name} strong>
                  <Text as="div" size="small" tone="2">
                    {whyOf(app)}
                  </Text>
                </AppName>
                <Row gap={1}>{acts([app])}</Row>
              </Row>
            ))}
          </Stack>
        )
      }
    >
      {apps.map(({ service_name }) => nameOf(service_name)).join(", ")}
    </Alarm>
  )
}

/** Foot of the story on every tab: the run in progress, what failed, or for a few seconds that the run succeeded. */
export const RemovalAlarm = ({
  details,
  onAccess,
  revoking
}: {
  readonly details: CaseDetails
  readonly revoking: Revoking
  /** The tab with all apps is open. */
  readonly onAccess: boolean
}) => {
  const { apps, id, status } = details
  const { ended, isUnderWay } = revoking
  // The run that just ended is newer than the offboarding as it was read.
  const hasFailed = (app: CaseApp) => {
    const step = ended?.results.find(({ service }) => service === app.service_name)
    return step === undefined ? isFailedRemoval(app) : isFailedStep(step)
  }
  const failed = isUnderWay || status === "cancelled" ? [] : apps.filter(hasFailed)
  const isNew = useIsNew(id, failed.map(({ service_name }) => service_name).join("\n"))
  if (isUnderWay) return <UnderWay id={id} />
  if (failed.length > 0) {
    return (
      <Failed details={details} apps={failed} all={apps.length} isNew={isNew} onAccess={onAccess} revoking={revoking} />
    )
  }
  return ended !== undefined && endedWell(ended) ? <EndedWell run={ended} /> : null
}
