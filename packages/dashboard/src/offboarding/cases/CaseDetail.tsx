import type { CaseDetails } from "@svc/contract/cases/schema"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { Option, Schema } from "effect"
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { useUser } from "#access/data.ts"
import { CaseAssets } from "#work/assets/CaseAssets.tsx"
import { CaseTasks } from "#work/checklists/CaseTasks.tsx"
import { caseWithTicks } from "#work/checklists/data.ts"
import { CaseComments } from "#work/comments/CaseComments.tsx"
import { Avatar } from "#design/Avatar.tsx"
import { Badge } from "#design/Badge.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Row, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Section } from "#design/Section.tsx"
import { Tabs } from "#design/Tabs.tsx"
import { CaseDocuments } from "#work/documents/CaseDocuments.tsx"
import { CaseEntitlements } from "#access-removal/entitlements/CaseEntitlements.tsx"
import { useWords } from "#languages/words.ts"
import { CaseLeftBehind } from "#access-removal/left-behind/CaseLeftBehind.tsx"
import { offboarding, offboardings, offboardingTab } from "#platform/pages.ts"
import { Refusal } from "#platform/failures.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { CaseAccess } from "#access-removal/revocations/CaseAccess.tsx"
import { RemovalAlarm } from "#access-removal/revocations/RemovalAlarm.tsx"
import { useRevoking } from "#access-removal/revocations/revoking.tsx"
import { Page, PageSkeleton } from "#frame/Page.tsx"
import { Activity } from "./Activity.tsx"
import { Blocked } from "./Blocked.tsx"
import { CaseActions } from "./CaseActions.tsx"
import { CaseStory } from "./CaseStory.tsx"
import { isLeft, nextStage, progress } from "#records/data.ts"
import { Downloads, useDownloads } from "./downloads.tsx"
import { useMove } from "./move.ts"
import { OverrideDialog } from "./OverrideDialog.tsx"
import { Overview } from "./Overview.tsx"
import { Stage } from "#records/parts.tsx"
import { Way } from "./Way.tsx"

const tabs = ["overview", "access", "tasks", "assets", "documents", "activity"] as const
type Tab = (typeof tabs)[number]

/** Sections that were tabs; links in emails and tickets lead to these addresses. */
const sections: Readonly<Record<string, Tab>> = {
  "left-behind": "access",
  "before-and-after": "access",
  timeline: "activity"
}

/** A refused stage change: the blocking items, or the error. */
const Move = ({ details, of: { confirmation, gate, move } }: Moved) => {
  const { role } = useUser()
  const [overriding, setOverriding] = useState(false)
  const { id, status } = details
  const asked = move.asked?.status ?? nextStage(status)
  if (gate === undefined || asked === undefined) return <Refusal of={move.result} />
  const onlyTasks = asked === "completed" && gate.missing.every(({ kind }) => kind === "task")
  const mayOverride = onlyTasks && (role === "superadmin" || role === "admin")
  return (
    <>
      <Blocked
        id={id}
        stage={asked}
        missing={gate.missing}
        confirming={confirmation.busy}
        onConfirm={() => confirmation.start(id)}
        onOverride={mayOverride ? () => setOverriding(true) : undefined}
      />
      {overriding && <OverrideDialog id={id} onClose={() => setOverriding(false)} />}
    </>
  )
}

interface Moved {
  readonly details: CaseDetails
  readonly of: ReturnType<typeof useMove>
}

const Case = ({
  details,
  section,
  tab
}: {
  readonly details: CaseDetails
  readonly tab: Tab
  /** Part of the tab that the address names. */
  readonly section: string | undefined
}) => {
  const words = useWords().cases
  const moving = useMove(details)
  const downloads = useDownloads(details.employee_name)
  const revoking = useRevoking(details)
  const { active, done, failed, tasks } = progress(details)
  const { id, status } = details
  const parts: Readonly<Record<Tab, () => ComponentChildren>> = {
    overview: () => <Overview details={details} />,
    tasks: () => <CaseTasks details={details} />,
    access: () => (
      <Stack>
        <CaseAccess details={details} revoking={revoking} />
        <Section title={words.orphaned} inView={section === "left-behind"}>
          {() => <CaseLeftBehind details={details} />}
        </Section>
        <Section title={words.snapshot} folded inView={section === "before-and-after"}>
          {() => <CaseEntitlements details={details} />}
        </Section>
      </Stack>
    ),
    assets: () => <CaseAssets details={details} />,
    documents: () => <CaseDocuments details={details} />,
    activity: () => (
      <Stack>
        <CaseComments id={id} />
        <Activity details={details} />
      </Stack>
    )
  }
  // The API omits what the role has no permission to see.
  const isThere = (name: Tab) => (name !== "assets" && name !== "documents") || details[name] !== undefined
  // Open items per tab; no badge for zero.
  const counts: Readonly<Partial<Record<Tab, number | string | undefined>>> = {
    tasks: tasks - done || undefined,
    access: failed > 0 ? words.failedApps(failed - active, active) : details.apps.filter(isLeft).length || undefined,
    assets: details.assets?.filter(({ status }) => status === "deployed").length || undefined,
    documents: details.documents?.filter(({ status }) => status === "pending").length || undefined
  }
  return (
    <Page
      title={details.employee_name}
      back={{ href: offboardings(), name: words.title }}
      picture={<Avatar name={details.employee_name} size="large" />}
      about={
        <Row gap={2}>
          {[details.employee_role, details.employee_department].filter((text) => text !== "").join(" · ")}
          {status === "cancelled" && <Stage status={status} />}
          {details.legal_hold && <Badge tone="watch">{words.hold}</Badge>}
        </Row>
      }
      actions={<CaseActions details={details} move={moving.move} downloads={downloads} />}
    >
      <Way status={status} />
      <CaseStory
        details={details}
        tab={tab}
        isUnderWay={revoking.isUnderWay}
        foot={<RemovalAlarm details={details} revoking={revoking} onAccess={tab === "access"} />}
      />
      {revoking.refusal}
      <Move details={details} of={moving} />
      <Downloads of={downloads} />
      <Tabs
        label={words.tabs.label}
        tabs={tabs.filter(isThere).map((name) => ({
          name: words.tabs[name],
          href: name === "overview" ? offboarding({ id }) : offboardingTab({ id, tab: name }),
          current: name === tab,
          count: counts[name],
          bad: name === "access" && failed > 0
        }))}
      />
      {parts[tab]()}
      {revoking.dialog}
    </Page>
  )
}

const readId = Schema.decodeUnknownOption(OffboardingId)

/** One offboarding: its stage, remaining steps, and all of its records. */
export const CaseDetail = ({ id: given, tab: wanted }: { readonly id: string; readonly tab?: string }) => {
  const words = useWords()
  const missing = (
    <Placeholder icon="search" title={words.failures.notFound.title} text={words.failures.notFound.text}>
      <LinkButton href={offboardings()}>{words.home.all}</LinkButton>
    </Placeholder>
  )
  const id = readId(given)
  if (Option.isNone(id)) return missing
  return (
    <Loaded of={caseWithTicks(id.value)} skeleton={<PageSkeleton />} refusals={{ OffboardingNotFound: () => missing }}>
      {(details) => (
        <Case
          details={details}
          section={wanted}
          tab={tabs.find((tab) => tab === wanted) ?? sections[wanted ?? ""] ?? "overview"}
        />
      )}
    </Loaded>
  )
}
