import { Card } from "#design/Card.tsx"
import { Facts, Text, Stack } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { compliance } from "./data.ts"

/** Current counts of documents, interviews, and legal holds. */
export const Papers = () => {
  const words = useWords().reports
  const { number } = useFormat()
  const said = (count: string, tone?: "bad") => (
    <Text tone={tone !== undefined && Number(count) > 0 ? tone : undefined} numbers>
      {number(Number(count))}
    </Text>
  )
  return (
    <Card title={words.papers}>
      <Stack gap={3}>
        <Text size="small" tone="3">
          {words.papersText}
        </Text>
        <Loaded of={compliance} skeleton={<Skeleton width={62} tall />}>
          {(all) => (
            <Facts
              facts={[
                [words.ndaSigned, said(all.nda_signed)],
                [words.ndaPending, said(all.nda_pending)],
                [words.interviewsHeld, said(all.exit_interview_done)],
                [words.held, said(all.legal_hold_count)],
                [words.closedWithoutNda, said(all.closed_without_nda, "bad")],
                [words.closedWithPending, said(all.closed_with_pending_documents, "bad")]
              ]}
            />
          )}
        </Loaded>
      </Stack>
    </Card>
  )
}
