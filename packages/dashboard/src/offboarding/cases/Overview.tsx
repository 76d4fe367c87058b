import type { CaseDetails } from "@svc/contract/cases/schema"
import { TaskTable } from "#work/checklists/TaskTable.tsx"
import { Split, Stack } from "#design/layout.tsx"
import { ExitInterviewCard } from "#work/exit-interviews/ExitInterviewCard.tsx"
import { EndedPortalLink } from "#offboarding/portal/EndedPortalLink.tsx"
import { PortalLinkCard } from "#offboarding/portal/PortalLinkCard.tsx"
import { About } from "./About.tsx"
import { MembershipCard } from "./MembershipCard.tsx"

/** Overview tab: the tasks, with the details alongside. */
export const Overview = ({ details }: { readonly details: CaseDetails }) => (
  <Split>
    <Stack>
      <EndedPortalLink details={details} />
      {details.status !== "completed" && details.status !== "cancelled" && <MembershipCard id={details.id} />}
      <TaskTable id={details.id} status={details.status} items={details.checklist_items} />
    </Stack>
    <Stack>
      <About details={details} />
      <PortalLinkCard details={details} />
      <ExitInterviewCard details={details} />
    </Stack>
  </Split>
)
