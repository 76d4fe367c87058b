import { Role } from "@svc/contract/kernel/permissions"
import type { InitiationDetails, StepHistoryEntry } from "@svc/contract/initiations/schema"
import { Schema } from "effect"
import { Badge } from "#design/Badge.tsx"
import { Card } from "#design/Card.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { tones } from "./parts.tsx"

const isRole = Schema.is(Role)

const Reached = ({ details, step }: { readonly step: StepHistoryEntry; readonly details: InitiationDetails }) => {
  const words = useWords().initiations
  const { moment } = useFormat()
  const { acted_at, acted_by_name, approver_name, approver_role, delegated_to_name, delegation_notes, notes } = step
  const whose =
    approver_name ??
    (approver_role === null ? words.gone : isRole(approver_role) ? words.roles[approver_role] : words.ownRole)
  const now = details.status === "pending" && step.step === details.current_step
  return (
    <Row apart gap={2}>
      <Stack gap={1}>
        <Text>
          {step.step}. {step.name ?? whose}
        </Text>
        <Text size="small" tone="2">
          {acted_at === null
            ? now
              ? words.turnOf(delegated_to_name === null ? whose : words.orDelegate(whose, delegated_to_name))
              : words.later
            : words.decidedBy(acted_by_name ?? words.gone, moment(acted_at))}
        </Text>
        {[delegation_notes, notes].map(
          (text) =>
            text !== null && (
              <Text as="p" size="small" tone="3">
                {text}
              </Text>
            )
        )}
      </Stack>
      <Badge tone={tones[step.status]}>{words.states[step.status]}</Badge>
    </Row>
  )
}

/** Approval chain of a request: decisions so far, and who decides next. */
export const Chain = ({ details }: { readonly details: InitiationDetails }) => {
  const words = useWords().initiations
  const { moment } = useFormat()
  const { chain_name, reviewed_at, reviewed_by_name, status, step_count, step_history } = details
  const left = step_count - step_history.length
  return (
    <Card title={chain_name ?? words.approval}>
      <Stack gap={3}>
        {step_history.map((step) => (
          <Reached key={step.step} step={step} details={details} />
        ))}
        {status === "pending" && left > 0 && <Text tone="3">{words.stepsLeft(left)}</Text>}
        {step_count === 0 && (
          <Text tone="2">
            {status === "pending"
              ? words.anyHr
              : reviewed_at === null
                ? words.notRequired
                : words.decidedBy(reviewed_by_name ?? words.gone, moment(reviewed_at))}
          </Text>
        )}
      </Stack>
    </Card>
  )
}
