import type { LeaverTest } from "@svc/contract/leaver-test/schema"
import { useLocation } from "preact-iso/router"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { Button } from "#design/Button.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { leaverTest, leaverTestDetail } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { Page } from "#frame/Page.tsx"
import { testList } from "./data.ts"
import { Download, State, usePeriod } from "./parts.tsx"
import { RequestTest } from "./RequestTest.tsx"

const Period = ({ of }: { readonly of: LeaverTest }) => {
  const words = useWords().leaverTest
  const periodOf = usePeriod()
  const { error, id, parameters, requested_by_name } = of
  return (
    <Stack gap={1}>
      <RowLink href={leaverTestDetail({ id })}>{periodOf(of)}</RowLink>
      <Text size="small" tone={error === null ? "3" : "bad"}>
        {error ?? words.asked(words.presets[parameters.preset], requested_by_name)}
      </Text>
    </Stack>
  )
}

/** List of leaver access tests. */
export const LeaverTests = () => {
  const words = useWords().leaverTest
  const { may } = useMay()
  const { route } = useLocation()
  const [asking, setAsking] = useState(false)
  const request = (
    <Button variant="primary" icon="plus" onClick={() => setAsking(true)}>
      {words.request}
    </Button>
  )
  return (
    <Page
      title={words.title}
      about={words.about}
      help="leaver-test"
      actions={may("compliance_view") && may("analytics_export") && request}
    >
      <PlaceTabs current={leaverTest()} />
      {asking && (
        <RequestTest
          onClose={() => setAsking(false)}
          // The test's page shows its progress.
          onRequested={({ id }) => route(leaverTestDetail({ id }))}
        />
      )}
      <Loaded of={testList} skeleton={<TableSkeleton columns={4} rows={4} />}>
        {({ tests }, busy) =>
          tests.length === 0 ? (
            <Placeholder icon="shield-check" title={words.none} text={words.noneText} />
          ) : (
            <Table
              label={words.title}
              rows={tests}
              keyOf={({ id }) => id}
              busy={busy}
              columns={[
                { name: words.period, cell: (row) => <Period of={row} />, align: "main" },
                { name: words.state, cell: (row) => <State of={row} />, align: "tight" },
                {
                  name: words.requested,
                  cell: ({ created_at }) => <Ago at={created_at} tone="2" />,
                  align: "end",
                  wideOnly: true
                },
                { name: words.download, quiet: true, cell: (row) => <Download of={row} />, align: "tight" }
              ]}
            />
          )
        }
      </Loaded>
    </Page>
  )
}
