import type { CaseApp, CaseDetails } from "@svc/contract/cases/schema"
import { Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"

/** Next automatic attempt in a sentence: the next retry, or access end if it is still ahead. */
export const useNextTry = () => {
  const words = useWords().revocations
  const { moment } = useFormat()
  return ({ next_try_at, retries, retries_ended_at }: CaseApp, revokeAt: CaseDetails["revoke_at"]) =>
    next_try_at !== null
      ? words.nextRetry(moment(next_try_at), retries + 1)
      : revokeAt !== null
        ? words.nextTry(moment(revokeAt))
        : retries_ended_at !== null
          ? words.retriesEnded(moment(retries_ended_at))
          : words.notRetried
}

/** The same below an app. */
export const NextTry = ({ of, revokeAt }: { readonly of: CaseApp; readonly revokeAt: CaseDetails["revoke_at"] }) => (
  <Text as="div" size="small" tone={of.retries_ended_at === null ? "3" : "watch"}>
    {useNextTry()(of, revokeAt)}
  </Text>
)
