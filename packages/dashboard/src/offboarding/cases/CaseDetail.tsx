import type { CaseDetails } from "@svc/contract/cases/schema"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { Option, Schema } from "effect"
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { useUser } from "#access/data.ts"
import { CaseAssets } from "#work/assets/CaseAssets.tsx"
import { CaseTasks } from "#work/checklists/CaseTasks.tsx"
import { caseWithTicks } from "#work/checklists/data.ts"
import { Avatar } from "#design/Avatar.tsx"
import { Badge } from "#design/Badge.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Row } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Tabs } from "#design/Tabs.tsx"
import { CaseDocuments } from "#work/documents/CaseDocuments.tsx"
import { CaseEntitlements } from "#access-removal/entitlements/CaseEntitlements.tsx"
import { useWords } from "#languages/words.ts"
import { CaseLeftBehind } from "#access-removal/left-behind/CaseLeftBehind.tsx"
import { offboarding, offboardings, offboardingTab } from "#platform/pages.ts"
import { Refusal } from "#platform/failures.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { CaseAccess } from "#access-removal/revocations/CaseAccess.tsx"
import { FailedRemovals } from "#access-removal/revocations/FailedRemovals.tsx"
import { useRevoking } from "#access-removal/revocations/revoking.tsx"
import { RunUnderWay } from "#access-removal/revocations/RunUnderWay.tsx"
import { Page, PageSkeleton } from "#frame/Page.tsx"
import { Blocked } from "./Blocked.tsx"
import { CaseActions } from "./CaseActions.tsx"
import { CaseStory } from "./CaseStory.tsx"
import { isLeft, nextStage, progress } from "#records/data.ts"
import { Downloads, useDownloads } from "./downloads.tsx"
import { useMove } from "./move.ts"
import { OverrideDialog } from "./OverrideDialog.tsx"
import { Overview } from "./Overview.tsx"
import { Stage } from "#records/parts.tsx"
import { Timeline } from "./Timeline.tsx"
import { Way } from "./Way.tsx"

const tabs = [
  "overview",
  "tasks",
  "access",
  "left-behind",
  "before-and-after",
  "assets",
  "documents",
  "timeline"
] as const
type Tab = (typeof tabs)[number]

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

const Case = ({ details, tab }: { readonly details: CaseDetails; readonly tab: Tab }) => {
  const words = useWords().cases
  const moving = useMove(details)
  const downloads = useDownloads(details.employee_name)
  const revoking = useRevoking(details)
  const { done, failed, tasks } = progress(details)
  const { id, status } = details
  const parts: Readonly<Record<Tab, () => ComponentChildren>> = {
    overview: () => <Overview details={details} />,
    tasks: () => <CaseTasks details={details} />,
    access: () => <CaseAccess details={details} revoking={revoking} />,
    "left-behind": () => <CaseLeftBehind details={details} />,
    "before-and-after": () => <CaseEntitlements details={details} />,
    assets: () => <CaseAssets details={details} />,
    documents: () => <CaseDocuments details={details} />,
    timeline: () => <Timeline id={id} />
  }
  // The API omits what the role has no permission to see.
  const isThere = (name: Tab) => (name !== "assets" && name !== "documents") || details[name] !== undefined
  // Open items per tab; no badge for zero.
  const counts: Readonly<Partial<Record<Tab, number | undefined>>> = {
    tasks: tasks - done || undefined,
    access: details.apps.filter(isLeft).length || undefined,
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
      <CaseStory details={details} tab={tab} isUnderWay={revoking.isUnderWay} />
      <FailedRemovals details={details} revoking={revoking} />
      {revoking.isUnderWay && <RunUnderWay id={id} />}
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
      {(details) => <Case details={details} tab={tabs.find((tab) => tab === wanted) ?? "overview"} />}
    </Loaded>
  )
}
