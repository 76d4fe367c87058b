import { AsyncResult } from "effect/reactivity"
import { useMay } from "#access/data.ts"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { hrReviews } from "#platform/pages.ts"
import { useQuery } from "#platform/atoms.ts"
import { waitingReviews } from "./reviews-data.ts"

const WaitingTabs = ({ current }: { readonly current: string }) => {
  const waiting = useQuery(waitingReviews)
  const count = AsyncResult.isSuccess(waiting) && waiting.value.total > 0 ? waiting.value.total : undefined
  return <PlaceTabs current={current} counts={{ [hrReviews()]: count }} />
}

/** Tabs of the integrations, with the number of waiting HR reviews. */
export const IntegrationTabs = ({ current }: { readonly current: string }) => {
  const { may } = useMay()
  return may("offboardings_create") ? <WaitingTabs current={current} /> : <PlaceTabs current={current} />
}
