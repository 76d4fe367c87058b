import type { Case } from "@svc/contract/cases/schema"
import { SlaStatus } from "@svc/contract/checklists/schema"
import { slaStatusOf } from "@svc/contract/checklists/sla"
import type { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { DateTime } from "effect"
import type { ComponentChildren } from "preact"
import { Avatar } from "#design/Avatar.tsx"
import { Badge, type Tone } from "#design/Badge.tsx"
import { Icon } from "#design/Icon.tsx"
import { Row, Text } from "#design/layout.tsx"
import { RowLink } from "#design/Table.tsx"
import { useFirstWords } from "#languages/words.ts"
import { offboarding } from "#platform/pages.ts"
import { daysUntil, useFormat } from "#platform/format.ts"
import { progress } from "./data.ts"

const tones: Readonly<Record<OffboardingStatus, Tone>> = {
  pending: "calm",
  notice_period: "accent",
  it_revocation: "watch",
  asset_recovery: "watch",
  completed: "good",
  cancelled: "calm"
}

export const Stage = ({ status }: Pick<Case, "status">) => {
  const { stages } = useFirstWords().cases
  return <Badge tone={tones[status]}>{stages[status]}</Badge>
}

/** The departing employee; the whole row links to the offboarding. */
export const Person = ({
  below,
  of: { employee_department, employee_name, employee_role, id, legal_hold }
}: {
  readonly of: Case
  readonly below?: ComponentChildren
}) => {
  const words = useFirstWords().cases
  return (
    <Row gap={2} whole>
      <Avatar name={employee_name} />
      <Text oneLine as="div">
        <RowLink href={offboarding({ id })}>{employee_name}</RowLink>{" "}
        {legal_hold && <Icon name="scale" size="small" tone="watch" label={words.hold} />}{" "}
        <Text as="div" size="small" tone="3" oneLine>
          {[employee_role, employee_department].filter((text) => text !== "").join(" · ")}
        </Text>
        {below}
      </Text>
    </Row>
  )
}

const isOpen = ({ status }: Pick<Case, "status">) => status !== "completed" && status !== "cancelled"

/** The last day and the days until then; marked overdue only for open offboardings. */
export const DaysLeft = ({ of }: { readonly of: Pick<Case, "exit_date" | "status"> }) => {
  const words = useFirstWords().cases
  const { day } = useFormat()
  const days = daysUntil(of.exit_date)
  const open = isOpen(of)
  return (
    <Text as="div" numbers oneLine>
      {day(of.exit_date)}{" "}
      <Text as="div" size="small" tone={open && days < 0 ? "bad" : open && days <= 3 ? "watch" : "3"}>
        {days === 0 ? words.today : days > 0 ? words.inDays(days) : words.daysAgo(-days)}
      </Text>
    </Text>
  )
}

export const Progress = ({ of }: { readonly of: Case }) => {
  const words = useFirstWords().cases
  const { done, tasks } = progress(of)
  return (
    <Text numbers tone={done === tasks ? "3" : undefined}>
      {words.done(done, tasks)}
    </Text>
  )
}

/** Apps confirmed as removed: verified in the app or confirmed manually. */
export const Access = ({ of }: { readonly of: Case }) => {
  const words = useFirstWords().cases
  const { active, apps, failed, verified } = progress(of)
  if (apps === 0) return <Text tone="3">{words.verified(0, 0)}</Text>
  return (
    <Row gap={1} whole>
      {failed > 0 ? (
        <Icon name="triangle-alert" size="small" tone="bad" />
      ) : verified === apps ? (
        <Icon name="shield-check" size="small" tone="good" />
      ) : (
        <Icon name="circle-dashed" size="small" tone="3" />
      )}
      <Text numbers oneLine tone={failed > 0 ? "bad" : undefined}>
        {failed > 0 ? words.failedApps(failed - active, active) : words.verified(verified, apps)}
      </Text>
    </Row>
  )
}

/** Whether a removal failed; canceled offboardings are not marked. */
export const hasFailed = (of: Case) => of.status !== "cancelled" && progress(of).failed > 0

/** Failed removals, for lists without the access column; null without any. */
export const FailedApps = ({ narrowOnly, of }: { readonly of: Case; readonly narrowOnly?: true }) => {
  const words = useFirstWords().cases
  const { active, failed } = progress(of)
  if (!hasFailed(of)) return null
  return (
    <div data-narrow-only={narrowOnly}>
      <Row gap={1} whole>
        <Icon name="triangle-alert" size="small" tone="bad" />
        <Text size="small" numbers oneLine tone="bad">
          {words.failedApps(failed - active, active)}
        </Text>
      </Row>
    </div>
  )
}

const slaTones: Readonly<Record<SlaStatus, Tone>> = { breached: "bad", at_risk: "watch", on_track: "good" }

/** The worst deadline state of all open tasks. */
export const Sla = ({ none = null, of }: { readonly of: Case; readonly none?: ComponentChildren }) => {
  const { slaStates } = useFirstWords().cases
  if (!isOpen(of)) return <>{none}</>
  const now = DateTime.nowUnsafe()
  const standing = of.checklist_items.flatMap(({ completed, sla_deadline, sla_hours }) =>
    completed || sla_deadline === null || sla_hours === null
      ? []
      : [slaStatusOf({ slaDeadline: sla_deadline, slaHours: sla_hours }, now)]
  )
  const worst = SlaStatus.literals.find((status) => standing.includes(status))
  return worst === undefined ? <>{none}</> : <Badge tone={slaTones[worst]}>{slaStates[worst]}</Badge>
}
