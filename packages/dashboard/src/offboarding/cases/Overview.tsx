import type { CaseDetails } from "@svc/contract/cases/schema"
import { TaskTable } from "#work/checklists/TaskTable.tsx"
import { Split, Stack } from "#design/layout.tsx"
import { ExitInterviewCard } from "#work/exit-interviews/ExitInterviewCard.tsx"
import { EndedPortalLink } from "#offboarding/portal/EndedPortalLink.tsx"
import { PortalLinkCard } from "#offboarding/portal/PortalLinkCard.tsx"
import { About } from "./About.tsx"
import { Dates } from "./Dates.tsx"
import { LeftToDo } from "./LeftToDo.tsx"
import { MembershipCard } from "./MembershipCard.tsx"

/** Overview tab: remaining steps and tasks, with the details alongside. */
export const Overview = ({ details }: { readonly details: CaseDetails }) => (
  <Split>
    <Stack>
      <EndedPortalLink details={details} />
      {details.status !== "completed" && details.status !== "cancelled" && (
        <>
          <LeftToDo details={details} />
          <MembershipCard id={details.id} />
        </>
      )}
      <TaskTable id={details.id} status={details.status} items={details.checklist_items} />
    </Stack>
    <Stack>
      <Dates details={details} />
      <About details={details} />
      <PortalLinkCard details={details} />
      <ExitInterviewCard details={details} />
    </Stack>
  </Split>
)
