import { Placeholder } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"

/** Empty state for an invalid range in the URL. */
export const Misfit = ({ years }: { readonly years: number }) => {
  const words = useWords().reports
  return <Placeholder icon="circle-alert" title={words.misfit} text={words.misfitText(years)} />
}
