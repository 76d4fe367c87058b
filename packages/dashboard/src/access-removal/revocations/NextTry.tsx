import type { CaseApp, CaseDetails } from "@svc/contract/cases/schema"
import { Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"

/** Next automatic attempt: the next retry, or access end if it is still ahead. */
export const NextTry = ({
  of: { next_try_at, retries, retries_ended_at },
  revokeAt
}: {
  readonly of: CaseApp
  readonly revokeAt: CaseDetails["revoke_at"]
}) => {
  const words = useWords().revocations
  const { moment } = useFormat()
  return (
    <Text as="div" size="small" tone={retries_ended_at === null ? "3" : "watch"}>
      {next_try_at !== null
        ? words.nextRetry(moment(next_try_at), retries + 1)
        : revokeAt !== null
          ? words.nextTry(moment(revokeAt))
          : retries_ended_at !== null
            ? words.retriesEnded(moment(retries_ended_at))
            : words.notRetried}
    </Text>
  )
}
