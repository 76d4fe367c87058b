import { AsyncResult } from "effect/reactivity"
import { useMay } from "#access/data.ts"
import { Tabs } from "#design/Tabs.tsx"
import { useWords } from "#languages/words.ts"
import * as pages from "#platform/pages.ts"
import { useQuery } from "#platform/atoms.ts"
import { waitingReviews } from "./reviews-data.ts"

const WaitingTabs = ({ current }: { readonly current: string }) => {
  const waiting = useQuery(waitingReviews)
  return <Drawn current={current} waiting={AsyncResult.isSuccess(waiting) ? waiting.value.total : undefined} />
}

const Drawn = ({ current, waiting }: { readonly current: string; readonly waiting?: number | undefined }) => {
  const words = useWords().integrations.tabs
  const { may } = useMay()
  const tabs = [
    { name: words.apps, href: pages.integrations(), shown: true },
    {
      name: words.reviews,
      href: pages.hrReviews(),
      shown: may("offboardings_create"),
      count: waiting === 0 ? undefined : waiting
    },
    { name: words.scim, href: pages.scim(), shown: may("integrations_manage") },
    { name: words.signOn, href: pages.signOn(), shown: may("settings_manage") }
  ].filter(({ shown }) => shown)
  return tabs.length < 2 ? null : (
    <Tabs label={words.label} tabs={tabs.map((tab) => ({ ...tab, current: tab.href === current }))} />
  )
}

/** Tabs of the integrations section, by permission. */
export const IntegrationTabs = ({ current }: { readonly current: string }) => {
  const { may } = useMay()
  return may("offboardings_create") ? <WaitingTabs current={current} /> : <Drawn current={current} />
}
