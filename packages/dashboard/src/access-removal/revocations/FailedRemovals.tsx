import type { CaseApp, CaseDetails } from "@svc/contract/cases/schema"
import { AppName } from "#connections/integrations/AppName.tsx"
import { isFailed, isStillActive } from "#records/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { offboardingTab } from "#platform/pages.ts"
import { NextTry } from "./NextTry.tsx"
import { Told } from "./outcome.tsx"
import type { Revoking } from "./revoking.tsx"
import { useSteps } from "./run.ts"

/** Maximum apps listed; the Access tab has all. */
const listed = 4

const Why = ({
  id,
  of: app,
  revokeAt
}: { readonly of: CaseApp } & Pick<CaseDetails, "id"> & { readonly revokeAt: CaseDetails["revoke_at"] }) => {
  const words = useWords().revocations
  const step = useSteps(id).last(app.service_name)
  return (
    <AppName of={app.service_name} strong>
      {isStillActive(app) ? (
        <Text as="div" size="small" tone="2">
          {words.seenActive}
        </Text>
      ) : (
        <>
          {step !== undefined && <Told message={step.message} vendorStatus={step.vendor_status} />}
          <NextTry of={app} revokeAt={revokeAt} />
        </>
      )}
    </AppName>
  )
}

/** Failed removals, on every tab: app, reason, next retry, and actions. */
export const FailedRemovals = ({
  details: { apps, id, revoke_at, status },
  revoking: { busy, isUnderWay, markRemoved, mayAct, mayStart, start }
}: {
  readonly details: CaseDetails
  readonly revoking: Revoking
}) => {
  const words = useWords().revocations
  const failed = apps.filter(isFailed)
  if (failed.length === 0 || isUnderWay || status === "cancelled") return null
  return (
    <Banner tone="bad" title={words.removalsFailed(failed.length, apps.length)}>
      <Stack gap={2}>
        {failed.slice(0, listed).map((app) => (
          <Row apart gap={2} key={app.service_name}>
            <Why id={id} of={app} revokeAt={revoke_at} />
            {mayAct && (
              <Row gap={1}>
                {mayStart && (
                  <Button size="small" icon="rotate-ccw" busy={busy} onClick={() => start([app.service_name])}>
                    {words.retry}
                  </Button>
                )}
                <Button size="small" variant="tertiary" onClick={() => markRemoved(app.service_name)}>
                  {words.markRemoved}
                </Button>
              </Row>
            )}
          </Row>
        ))}
        {failed.length > listed && (
          <span>
            <LinkButton size="small" href={offboardingTab({ id, tab: "access" })}>
              {words.allFailed(failed.length)}
            </LinkButton>
          </span>
        )}
      </Stack>
    </Banner>
  )
}
