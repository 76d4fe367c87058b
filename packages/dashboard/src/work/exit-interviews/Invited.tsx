import type { ExitInterview } from "@svc/contract/exit-interviews/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Badge, type Tone } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Copy } from "#design/Copy.tsx"
import { Facts, Row, Stack } from "#design/layout.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { inviteToInterview, markInterview } from "./data.ts"

const tones: Readonly<Record<ExitInterview["status"], Tone>> = {
  invited: "accent",
  scheduled: "good",
  canceled: "watch",
  completed: "good"
}

const AgainDialog = ({
  of: { offboarding_id },
  onClose
}: {
  readonly of: ExitInterview
  readonly onClose: () => void
}) => {
  const words = useWords().caseDetail
  const invitation = useAction(inviteToInterview, { onDone: onClose })
  return (
    <ActionDialog
      title={words.interviewAgainTitle}
      why={words.interviewAgainText}
      onClose={onClose}
      onSubmit={() => invitation.start({ id: offboarding_id, again: true })}
      act={invitation}
      confirm={words.interviewAgain}
    />
  )
}

/** Status of the interview, with next actions. */
export const Invited = ({ interview, isOpen }: { readonly interview: ExitInterview; readonly isOpen: boolean }) => {
  const words = useWords().caseDetail
  const { moment } = useFormat()
  const { may } = useMay()
  const [again, setAgain] = useState(false)
  const mark = useAction(markInterview)
  const { booking_url, completed_at, invited_at, offboarding_id: id, scheduled_for, sent_to, status } = interview
  const isHeld = status === "completed"
  return (
    <Stack gap={3}>
      <Row>
        <Badge tone={tones[status]}>{words.interviewStates[status]}</Badge>
      </Row>
      <Facts
        facts={[
          ...(scheduled_for === null ? [] : [[words.interviewFacts.at, moment(scheduled_for)] as const]),
          ...(completed_at === null ? [] : [[words.interviewFacts.held, moment(completed_at)] as const]),
          [words.interviewFacts.invited, moment(invited_at)],
          [words.interviewFacts.sent, words.interviewSent[sent_to]]
        ]}
      />
      {booking_url !== null && <Copy text={booking_url} />}
      <Refusal of={mark.result} />
      {isOpen && may("offboardings_edit") && (
        <Row gap={2}>
          <Button size="small" busy={mark.busy} onClick={() => mark.start({ id, completed: !isHeld })}>
            {isHeld ? words.interviewNotHeld : words.interviewHeld}
          </Button>
          {!isHeld && (
            <Button size="small" variant="tertiary" onClick={() => setAgain(true)}>
              {words.interviewAgain}
            </Button>
          )}
        </Row>
      )}
      {again && <AgainDialog of={interview} onClose={() => setAgain(false)} />}
    </Stack>
  )
}
