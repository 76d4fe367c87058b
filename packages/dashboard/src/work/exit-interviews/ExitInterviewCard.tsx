import type { CaseDetails } from "@svc/contract/cases/schema"
import { useMay } from "#access/data.ts"
import { Button, LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useIsConnected } from "#connections/integrations/connected.ts"
import { useWords } from "#languages/words.ts"
import { integrations } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { exitInterview, inviteToInterview } from "./data.ts"
import { Invited } from "./Invited.tsx"

interface OfCase {
  readonly details: CaseDetails
}

const isOpen = ({ status }: CaseDetails) => status !== "completed" && status !== "cancelled"

/** Invite button, while a booking app is connected. */
const NotInvited = ({ details }: OfCase) => {
  const words = useWords().caseDetail
  const { may } = useMay()
  const invitation = useAction(inviteToInterview)
  const connected = useIsConnected("calendly")
  return (
    <Stack gap={3}>
      <Text tone="2">{connected === false ? words.interviewOff : words.interviewNone}</Text>
      <Refusal of={invitation.result} />
      <Row gap={2}>
        {connected === false
          ? may("integrations_manage") && (
              <LinkButton size="small" href={integrations()}>
                {words.integrations}
              </LinkButton>
            )
          : may("offboardings_edit") &&
            isOpen(details) && (
              <Button
                size="small"
                icon="mail"
                busy={invitation.busy}
                onClick={() => invitation.start({ id: details.id, again: false })}
              >
                {words.interviewInvite}
              </Button>
            )}
      </Row>
    </Stack>
  )
}

/** Exit interview, from invitation to completion. */
export const ExitInterviewCard = ({ details }: OfCase) => (
  <Card title={useWords().caseDetail.interview}>
    {details.exit_interview_invited ? (
      <Loaded
        of={exitInterview(details.id)}
        skeleton={<Skeleton width={62} />}
        refusals={{ ExitInterviewNotFound: () => <NotInvited details={details} />, OffboardingNotFound: () => null }}
      >
        {(interview) => <Invited interview={interview} isOpen={isOpen(details)} />}
      </Loaded>
    ) : (
      <NotInvited details={details} />
    )}
  </Card>
)
