import type { CaseDetails } from "@svc/contract/cases/schema"
import type { RevocationPreview, StartedRun } from "@svc/contract/revocations/schema"
import { useLocation } from "preact-iso/router"
import { useEffect, useRef, useState } from "preact/hooks"
import { Avatar } from "#design/Avatar.tsx"
import { Button } from "#design/Button.tsx"
import { DialogActions } from "#design/Dialog.tsx"
import { Icon } from "#design/Icon.tsx"
import { LiveText, Text } from "#design/layout.tsx"
import { ListDialog } from "#design/ListDialog.tsx"
import { Meter } from "#design/Meter.tsx"
import { useWords } from "#languages/words.ts"
import { RemovedDialog } from "#access-removal/residual-access/RemovedDialog.tsx"
import { useNames } from "#connections/integrations/providers.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { ChooseRows } from "./ChooseRows.tsx"
import { revokeAccess } from "./data.ts"
import { useRunToast } from "./end-of-run.ts"
import { useFollowedRun } from "./followed.ts"
import { resultsOf, worstFirst } from "./result.ts"
import { RunRows } from "./RunRows.tsx"

const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`

/** A link in the dialog leads to another page: the dialog does not stay above it. */
const useClosedByMoving = (onClose: () => void) => {
  const { path } = useLocation()
  const opened = useRef(path)
  useEffect(() => {
    if (path !== opened.current) onClose()
  }, [path])
}

/** Revokes access in three steps: selection of apps, progress, result. Closed before the end, a toast shows the result. */
export const RevokeDialog = ({
  details,
  onClose,
  onStarted,
  preview
}: {
  readonly details: CaseDetails
  readonly preview: RevocationPreview
  readonly onStarted: (run: StartedRun) => void
  readonly onClose: () => void
}) => {
  const words = useWords().revocations
  const { moment } = useFormat()
  const nameOf = useNames()
  const { apps, employee_name: name, id, revoke_at } = details
  const announce = useRunToast(id, name)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => {
    const blocked = new Set(preview.blockers.map(({ service }) => service))
    return new Set(preview.apps.map(({ service }) => service).filter((service) => !blocked.has(service)))
  })
  const [started, setStarted] = useState<StartedRun>()
  const [marked, setMarked] = useState<string>()
  const revocation = useAction(revokeAccess, {
    onDone: (run) => {
      onStarted(run)
      setStarted(run)
    }
  })
  const start = (services: ReadonlyArray<string>) => revocation.start({ offboardingId: id, apps: services })
  const { isFinished, seconds, steps } = useFollowedRun(id, started)
  const results = resultsOf(steps, apps)
  useClosedByMoving(onClose)
  const unseen = useRef<StartedRun>(undefined)
  unseen.current = isFinished ? undefined : started
  useEffect(
    () => () => {
      if (unseen.current !== undefined) announce(unseen.current)
    },
    []
  )

  const face =
    started === undefined
      ? {
          title: words.dialogTitle(name),
          why: revoke_at === null ? words.dialogText : `${words.dialogText} ${words.scheduled(moment(revoke_at))}`,
          picture: <Avatar name={name} size="large" />,
          beside: words.chosenApps(chosen.size, preview.apps.length),
          actions: (
            <DialogActions
              variant="danger"
              busy={revocation.busy}
              disabled={chosen.size === 0}
              onConfirm={() => start(preview.apps.map(({ service }) => service).filter((one) => chosen.has(one)))}
              onDecline={onClose}
            >
              {words.revokeIn(chosen.size)}
            </DialogActions>
          ),
          rows: (
            <ChooseRows
              chosen={chosen}
              details={details}
              preview={preview}
              onChoose={(service, wanted) =>
                setChosen((before) =>
                  wanted ? new Set([...before, service]) : new Set([...before].filter((one) => one !== service))
                )
              }
            />
          )
        }
      : {
          title: isFinished
            ? words.resultOf(
                results,
                results.failed.map(({ service }) => nameOf(service))
              )
            : words.dialogRunning(name),
          why: isFinished ? words.proofOf(name, results) : words.staysRunning(results.done, results.all),
          picture: !isFinished ? (
            <Avatar name={name} size="large" />
          ) : results.failed.length > 0 ? (
            <Icon name="triangle-alert" size="large" tone="bad" />
          ) : results.manual.length > 0 ? (
            <Icon name="circle-alert" size="large" tone="watch" />
          ) : (
            <Icon name="circle-check" size="large" tone="good" />
          ),
          end: (
            <Text tone="2" numbers oneLine>
              {minutes(seconds)}
            </Text>
          ),
          under: (
            <>
              <Meter
                label={words.appsDone}
                all={results.all}
                parts={[
                  { count: results.revoked.length + results.confirmed.length, tone: "good" },
                  { count: results.skipped.length, tone: "calm" },
                  { count: results.manual.length, tone: "watch" },
                  { count: results.failed.length, tone: "bad" }
                ]}
              />
              <LiveText>{words.doneOf(results.done, results.all)}</LiveText>
            </>
          ),
          ...(isFinished && { beside: words.recorded }),
          actions: (
            <Button variant={isFinished ? "primary" : "secondary"} onClick={onClose}>
              {isFinished ? words.done : words.close}
            </Button>
          ),
          rows: (
            <RunRows
              busy={revocation.busy}
              details={details}
              preview={preview}
              steps={isFinished ? worstFirst(steps, results) : steps}
              onRetry={isFinished ? (service) => start([service]) : undefined}
              onRemoved={setMarked}
            />
          )
        }
  const { rows, ...dialog } = face
  return (
    <>
      <ListDialog {...dialog} label={words.title} onClose={onClose}>
        <Refusal of={revocation.result} />
        {rows}
      </ListDialog>
      {marked !== undefined && <RemovedDialog id={id} service={marked} onClose={() => setMarked(undefined)} />}
    </>
  )
}
