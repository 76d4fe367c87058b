import { useMay } from "#access/data.ts"
import { organisation } from "#access/organisation-data.ts"
import { Bone, Placeholder } from "#design/Placeholder.tsx"
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

const parts = { rules: Rules, approvals: Approvals, retention: Retention, security: Security, plan: Plan } as const
type Part = keyof typeof parts

const isPart = (text: string): text is Part => Object.hasOwn(parts, text)

/** Those that this person may look at. */
const useParts = (): ReadonlyArray<Part> => {
  const { isSuperAdmin, may } = useMay()
  const open: Readonly<Record<Part, boolean>> = {
    rules: true,
    approvals: may("settings_manage"),
    retention: isSuperAdmin,
    security: may("members_manage"),
    plan: true
  }
  return Object.keys(parts)
    .filter(isPart)
    .filter((part) => open[part])
}

/** What holds for everybody of the organisation. */
export const Settings = ({ part: given = "rules" }: { readonly part?: string }) => {
  const { failures, organisationSettings: words } = useWords()
  const shown = useParts()
  const current = shown.find((part) => part === given)
  if (current === undefined) {
    return isPart(given) ? (
      <Placeholder icon="lock" title={failures.denied.title} text={failures.denied.text(undefined)} />
    ) : (
      <Placeholder icon="search" {...failures.notFound} />
    )
  }
  const Part = parts[current]
  return (
    <Page title={words.title} about={words.about} help="settings">
      <Loaded of={organisation} bones={<Bone width={62} tall />}>
        {(of) =>
          of === null ? (
            <Placeholder icon="building-complex" {...failures.noOrganisation} />
          ) : (
            <>
              <DeletionAhead of={of} />
              <Tabs
                label={words.title}
                tabs={shown.map((one) => ({
                  name: words.parts[one],
                  href: one === "rules" ? settings() : settingsPart({ part: one }),
                  current: one === current
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
