import type { CaseDetails } from "@svc/contract/cases/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { confirmNoApps } from "#records/changes-data.ts"
import { isLeft } from "#records/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Row, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { CaseFindings } from "#access-removal/residual-access/CaseFindings.tsx"
import { AppsDialog } from "./AppsDialog.tsx"
import { AppTable } from "./AppTable.tsx"
import type { Revoking } from "./revoking.tsx"
import { RunHistory } from "./RunHistory.tsx"

/** No apps selected: confirm that there is no access, or select apps. */
const NoApps = ({ details, mayEdit }: { readonly details: CaseDetails; readonly mayEdit: boolean }) => {
  const words = useWords().revocations
  const { moment } = useFormat()
  const nothing = useAction(confirmNoApps)
  const { id, no_apps_confirmed_at: confirmed } = details
  return (
    <Placeholder
      icon="plug"
      title={confirmed === null ? words.none : words.nothingConfirmed}
      text={confirmed === null ? words.noneText : moment(confirmed)}
    >
      <Refusal of={nothing.result} />
      {confirmed === null && mayEdit && (
        <Button busy={nothing.busy} onClick={() => nothing.start(id)}>
          {words.confirmNothing}
        </Button>
      )}
    </Placeholder>
  )
}

/** Apps of the offboarding, with outcome and proof. */
export const CaseAccess = ({
  details,
  revoking: { busy, isUnderWay, markRemoved, mayAct, mayStart, start }
}: {
  readonly details: CaseDetails
  readonly revoking: Revoking
}) => {
  const words = useWords().revocations
  const { may } = useMay()
  const [choosing, setChoosing] = useState(false)
  const { apps, id, status } = details
  const mayEdit = may("offboardings_edit") && status !== "cancelled" && status !== "completed"
  const left = apps.filter(isLeft).map(({ service_name }) => service_name)
  return (
    <Stack gap={3}>
      {details.revocation_waits && !isUnderWay && (
        <Banner tone="watch" title={words.heldTitle}>
          {words.heldText}
        </Banner>
      )}
      <CaseFindings id={id} />
      <Card
        title={words.title}
        flush
        actions={
          <Row gap={2}>
            {mayEdit && !isUnderWay && (
              <Button size="small" variant="tertiary" onClick={() => setChoosing(true)}>
                {words.choose}
              </Button>
            )}
            {mayStart && left.length > 0 && (
              <Button size="small" variant="danger" busy={busy} onClick={() => start(left)}>
                {words.revoke}
              </Button>
            )}
          </Row>
        }
      >
        {apps.length === 0 ? (
          <NoApps details={details} mayEdit={mayEdit} />
        ) : (
          <AppTable
            details={details}
            isUnderWay={isUnderWay}
            mayAct={mayAct}
            mayStart={mayStart}
            onAgain={(service) => start([service])}
            onRemoved={markRemoved}
          />
        )}
      </Card>
      {apps.length > 0 && <RunHistory id={id} />}
      {choosing && <AppsDialog details={details} onClose={() => setChoosing(false)} />}
    </Stack>
  )
}
