import { AsyncResult } from "effect/reactivity"
import { Tabs } from "#design/Tabs.tsx"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { useFormat } from "#platform/format.ts"
import { caseCount } from "#records/data.ts"
import { hrefOf, type ViewName, viewNames } from "./views.ts"

/** Built-in views as tabs; failed removals with their count. */
export const Views = ({
  current,
  shape
}: {
  readonly current: ViewName | undefined
  readonly shape: "board" | undefined
}) => {
  const words = useWords().cases
  const { number } = useFormat()
  const failed = useQuery(caseCount({ revocation_failed: true }))
  const count = AsyncResult.isSuccess(failed) ? failed.value : undefined
  return (
    <Tabs
      label={words.views.label}
      tabs={viewNames.map((view) => ({
        name: words.views[view],
        href: hrefOf(view, shape),
        current: view === current,
        ...(view === "failed" && count !== undefined ? { count: number(count), bad: count > 0 } : {})
      }))}
    />
  )
}
