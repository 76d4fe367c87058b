import { Placeholder } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"

/** Days in the address that no report has an answer to. */
export const Misfit = ({ years }: { readonly years: number }) => {
  const words = useWords().reports
  return <Placeholder icon="circle-alert" title={words.misfit} text={words.misfitText(years)} />
}
