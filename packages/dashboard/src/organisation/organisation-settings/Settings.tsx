import { useMay } from "#access/data.ts"
import { organisation } from "#access/organisation-data.ts"
import { Skeleton, Placeholder } from "#design/Placeholder.tsx"
import { Tabs } from "#design/Tabs.tsx"
import { useWords } from "#languages/words.ts"
import { settings, settingsPart } from "#platform/pages.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { Page } from "#frame/Page.tsx"
import { Approvals } from "./Approvals.tsx"
import { DeletionAhead } from "./Deletion.tsx"
import { Plan } from "./Plan.tsx"
import { Retention } from "./Retention.tsx"
import { Rules } from "./Rules.tsx"
import { Security } from "./Security.tsx"

/** The tabs, and which of them the member can open. */
const useParts = () => {
  const { isSuperAdmin, may } = useMay()
  const { parts: words } = useWords().organisationSettings
  return [
    { part: "rules", screen: Rules, name: words.rules, isOpen: true },
    { part: "approvals", screen: Approvals, name: words.approvals, isOpen: may("settings_manage") },
    { part: "retention", screen: Retention, name: words.retention, isOpen: isSuperAdmin },
    { part: "security", screen: Security, name: words.security, isOpen: may("members_manage") },
    { part: "plan", screen: Plan, name: words.plan, isOpen: true }
  ]
}

/** Settings of the organization. */
export const Settings = ({ part: given = "rules" }: { readonly part?: string }) => {
  const { failures, organisationSettings: words } = useWords()
  const parts = useParts()
  const current = parts.find(({ part }) => part === given)
  if (current === undefined) return <Placeholder icon="search" {...failures.notFound} />
  if (!current.isOpen) {
    return <Placeholder icon="lock" title={failures.denied.title} text={failures.denied.text(undefined)} />
  }
  const Part = current.screen
  return (
    <Page title={words.title} about={words.about} help="settings">
      <Loaded of={organisation} skeleton={<Skeleton width={62} tall />}>
        {(of) =>
          of === null ? (
            <Placeholder icon="building-complex" {...failures.noOrganisation} />
          ) : (
            <>
              <DeletionAhead of={of} />
              <Tabs
                label={words.title}
                tabs={parts
                  .filter(({ isOpen }) => isOpen)
                  .map(({ name, part }) => ({
                    name,
                    href: part === "rules" ? settings() : settingsPart({ part }),
                    current: part === given
                  }))}
              />
              <Part of={of} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
