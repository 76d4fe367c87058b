import type { CaseDetails } from "@svc/contract/cases/schema"
import type { RevocationPreview } from "@svc/contract/revocations/schema"
import { AppMark } from "#design/AppMark.tsx"
import { AppRemainder, AppRow, AppRows } from "#design/AppRow.tsx"
import { Button } from "#design/Button.tsx"
import { Icon, Spinner } from "#design/Icon.tsx"
import { Row, Text } from "#design/layout.tsx"
import { useNames } from "#connections/integrations/providers.ts"
import { useWords } from "#languages/words.ts"
import { Effects } from "./ChooseRows.tsx"
import { NextTry } from "./NextTry.tsx"
import { Told } from "./outcome.tsx"
import { isConfirmed, isFailed, type Step } from "./result.ts"

const StateIcon = ({ of: step, confirmed }: { readonly of: Step; readonly confirmed: boolean }) => {
  if (confirmed) return <Icon name="check" tone="good" />
  if (isFailed(step)) return <Icon name="triangle-alert" tone="bad" />
  switch (step.outcome) {
    case "revoked":
      return step.verified ? <Icon name="circle-check" tone="good" /> : <Icon name="check" tone="3" />
    case "skipped":
      return <Icon name="circle-slash" tone="3" />
    case "manual_required":
      return <Icon name="circle-alert" tone="watch" />
    default:
      return step.started_at === null ? <Icon name="circle-dashed" tone="3" /> : <Spinner />
  }
}

/** Where an app is in the run, or its result; never more than the service saw. */
const StateWords = ({ of: step, confirmed }: { readonly of: Step; readonly confirmed: boolean }) => {
  const words = useWords().revocations
  if (confirmed) return <Text tone="2">{words.byHand}</Text>
  if (step.still_active) return <Text tone="bad">{words.stillActive}</Text>
  switch (step.outcome) {
    case null:
      return step.started_at === null ? <Text tone="3">{words.waiting}</Text> : <Text strong>{words.revoking}</Text>
    case "revoked":
      return step.verified ? <Text tone="good">{words.verified}</Text> : <Text tone="2">{words.claimed}</Text>
    case "skipped":
      return <Text tone="3">{words.outcomes.skipped}</Text>
    case "manual_required":
      return <Text tone="watch">{words.outcomes.manual_required}</Text>
    default:
      return <Text tone="bad">{words.outcomes[step.outcome]}</Text>
  }
}

/** Apps of a run while it works and afterwards, with what a person can do about a failure. */
export const RunRows = ({
  busy,
  details: { apps, revoke_at },
  onRemoved,
  onRetry,
  preview,
  steps
}: {
  readonly details: CaseDetails
  readonly preview: RevocationPreview
  readonly steps: ReadonlyArray<Step>
  readonly busy: boolean
  /** Undefined while the run works. */
  readonly onRetry: ((service: string) => void) | undefined
  readonly onRemoved: (service: string) => void
}) => {
  const words = useWords().revocations
  const nameOf = useNames()
  return (
    <AppRows>
      {steps.map((step) => {
        const { account, outcome, service, vendor_status } = step
        const confirmed = isConfirmed(apps, step)
        const previewed = preview.apps.find((app) => app.service === service)
        const app = apps.find(({ service_name }) => service_name === service)
        const failed = isFailed(step) && !confirmed
        const needsAct = !confirmed && (failed || outcome === "manual_required")
        return (
          <AppRow
            key={service}
            name={nameOf(service)}
            mark={<AppMark of={service} name={nameOf(service)} />}
            account={account === null ? null : (account.name ?? account.id)}
            state={<StateIcon of={step} confirmed={confirmed} />}
            side={<StateWords of={step} confirmed={confirmed} />}
            below={
              needsAct &&
              onRetry !== undefined && (
                <Row gap={1}>
                  {failed && (
                    <Button
                      size="small"
                      icon="rotate-ccw"
                      label={`${words.retry}: ${nameOf(service)}`}
                      busy={busy}
                      onClick={() => onRetry(service)}
                    >
                      {words.retry}
                    </Button>
                  )}
                  <Button
                    size="small"
                    variant="tertiary"
                    label={`${words.markRemoved}: ${nameOf(service)}`}
                    onClick={() => onRemoved(service)}
                  >
                    {words.markRemoved}
                  </Button>
                </Row>
              )
            }
          >
            {outcome === null ? (
              previewed !== undefined && <Effects of={previewed} />
            ) : (
              <>
                <Told of={step.still_active ? { message: words.seenActive, vendor_status } : step} />
                {failed && app !== undefined && !step.still_active && <NextTry of={app} revokeAt={revoke_at} />}
                {outcome === "revoked" &&
                  !step.still_active &&
                  previewed?.survives.map((one) => <AppRemainder key={one}>{words.survives[one]}</AppRemainder>)}
              </>
            )}
          </AppRow>
        )
      })}
    </AppRows>
  )
}
