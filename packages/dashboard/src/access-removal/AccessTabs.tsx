import { AsyncResult } from "effect/reactivity"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { accessLists } from "#access/places.ts"
import { useQuery } from "#platform/atoms.ts"
import { byApp } from "./residual-access/list-data.ts"

/** Tabs of residual access, orphaned items, and reclaimed licenses, with the number of open findings. */
export const AccessTabs = ({ current }: { readonly current: keyof typeof accessLists }) => {
  const found = useQuery(byApp)
  const apps = AsyncResult.isSuccess(found) ? found.value.apps : []
  return (
    <PlaceTabs
      current={accessLists[current]}
      counts={{
        [accessLists.stillActive]: apps.reduce((sum, { open }) => sum + open, 0) || undefined,
        [accessLists.neverVerified]: apps.reduce((sum, { unverified }) => sum + unverified, 0) || undefined
      }}
    />
  )
}
