import type { LicenseReclamation } from "@svc/contract/reports/schema"
import { Card } from "#design/Card.tsx"
import { Facts, Text, Stack } from "#design/layout.tsx"
import { Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"

/** Reclaimed licenses and savings, per currency. */
export const Licences = ({
  of: { byCurrency, licensesThisMonth, licensesThisYear }
}: {
  readonly of: LicenseReclamation
}) => {
  const words = useWords().reports
  const { money } = useFormat()
  return (
    <Card title={words.licences}>
      <Stack gap={3}>
        <Text size="small" tone="3">
          {words.licencesText}
        </Text>
        <Facts
          facts={[
            [words.thisMonth, words.licenceCount(licensesThisMonth)],
            [words.thisYear, words.licenceCount(licensesThisYear)]
          ]}
        />
        {byCurrency.length === 0 ? (
          <Text size="small" tone="3">
            {words.noPrices}
          </Text>
        ) : (
          <Table
            label={words.savings}
            rows={byCurrency}
            keyOf={({ currency }) => currency}
            columns={[
              { name: words.currency, cell: ({ currency }) => currency, align: "main" },
              {
                name: words.thisMonth,
                cell: ({ costThisMonth, currency }) => money(costThisMonth, currency),
                align: "end"
              },
              {
                name: words.thisYear,
                cell: ({ costThisYear, currency }) => money(costThisYear, currency),
                align: "end"
              }
            ]}
          />
        )}
      </Stack>
    </Card>
  )
}
