import { useMay } from "#access/data.ts"
import { organisation } from "#access/organisation-data.ts"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { settingsParts } from "#access/places.ts"
import { Skeleton, Placeholder } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { Page } from "#frame/Page.tsx"
import { Approvals } from "./Approvals.tsx"
import { DeletionAhead } from "./Deletion.tsx"
import { Plan } from "./Plan.tsx"
import { Retention } from "./Retention.tsx"
import { Rules } from "./Rules.tsx"
import { Security } from "./Security.tsx"

const screens = [
  { name: "rules", Part: Rules },
  { name: "approvals", Part: Approvals },
  { name: "retention", Part: Retention },
  { name: "security", Part: Security },
  { name: "plan", Part: Plan }
] as const

/** Settings of the organization. */
export const Settings = ({ part = "rules" }: { readonly part?: string }) => {
  const { failures, organisationSettings: words } = useWords()
  const member = useMay()
  const current = screens.find(({ name }) => name === part)
  if (current === undefined) return <Placeholder icon="search" {...failures.notFound} />
  const { name, Part } = current
  if (!settingsParts[name].opens(member)) {
    return <Placeholder icon="lock" title={failures.denied.title} text={failures.denied.text(undefined)} />
  }
  return (
    <Page title={words.title} about={words.about} help="settings">
      <Loaded of={organisation} skeleton={<Skeleton width={62} tall />}>
        {(of) =>
          of === null ? (
            <Placeholder icon="building-complex" {...failures.noOrganisation} />
          ) : (
            <>
              <DeletionAhead of={of} />
              <PlaceTabs current={settingsParts[name].href} />
              <Part of={of} />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
