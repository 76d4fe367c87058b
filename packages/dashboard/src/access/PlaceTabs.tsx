import { useMay } from "#access/data.ts"
import { Tabs } from "#design/Tabs.tsx"
import { useFirstWords } from "#languages/words.ts"
import { placeOf } from "./places.ts"

/** Tabs of the place that the page belongs to, by permission; none if only this page is open to the member. */
export const PlaceTabs = ({
  counts = {},
  current
}: {
  /** URL of the page's part. */
  readonly current: string
  /** By the URL of the part. */
  readonly counts?: Readonly<Record<string, number | undefined>>
}) => {
  const words = useFirstWords().shell
  const member = useMay()
  const place = placeOf(current)
  if (place === undefined) return null
  const tabs = place.parts
    .filter(({ href, opens }) => href === current || opens(member))
    .map(({ href, name }) => ({ name: name(words), href, current: href === current, count: counts[href] }))
  return tabs.length < 2 ? null : <Tabs label={place.name(words)} tabs={tabs} />
}
