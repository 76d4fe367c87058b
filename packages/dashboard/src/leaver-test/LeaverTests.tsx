import type { LeaverTest, LeaverTestStatus } from "@svc/contract/leaver-test/schema"
import { useState } from "preact/hooks"
import { useMay } from "../accounts/data.ts"
import { Badge, type Tone } from "../design/Badge.tsx"
import { Button } from "../design/Button.tsx"
import { Line, Said, Stack } from "../design/layout.tsx"
import { Placeholder } from "../design/Placeholder.tsx"
import { RowLink, Table, TableBones } from "../design/Table.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { useFormat } from "../platform/format.ts"
import { Loaded } from "../platform/Loaded.tsx"
import { Page } from "../shell/Page.tsx"
import { reportAddress, testLink, testList } from "./data.ts"
import { RequestTest } from "./RequestTest.tsx"

const tones: Readonly<Record<LeaverTestStatus, Tone>> = {
  queued: "accent",
  running: "accent",
  ready: "good",
  failed: "bad",
  expired: "calm",
  withdrawn: "watch"
}

interface Of {
  readonly of: LeaverTest
}

/** Figures stay when the ZIP is gone. */
const hasReport = ({ status }: LeaverTest) => status === "ready" || status === "expired" || status === "withdrawn"

const Period = ({ of }: Of) => {
  const words = useWords().leaverTest
  const { day } = useFormat()
  const { error, id, parameters, requested_by_name } = of
  const period = `${day(parameters.from)} – ${day(parameters.to)}`
  return (
    <Stack gap={1}>
      <Said strong>{hasReport(of) ? <RowLink href={reportAddress(id)}>{period}</RowLink> : period}</Said>
      <Said size="small" tone={error === null ? "3" : "bad"}>
        {error ?? words.asked(words.presets[parameters.preset], requested_by_name)}
      </Said>
    </Stack>
  )
}

const State = ({ of: { progress, status } }: Of) => {
  const words = useWords().leaverTest
  return (
    <Line gap={2}>
      <Badge tone={tones[status]}>{words.states[status]}</Badge>
      {progress !== null && progress.total > 0 && (
        <Said size="small" tone="3" numbers>
          {words.progress(progress.done, progress.total)}
        </Said>
      )}
    </Line>
  )
}

const Download = ({ of: { download_available, id } }: Of) => {
  const words = useWords().leaverTest
  const link = useAction(testLink, { onDone: ({ url }) => location.assign(url) })
  if (!download_available) return null
  return (
    <Line end gap={1}>
      <Refusal
        of={link.result}
        refusals={{
          LeaverTestDownloadRefused: ({ error }) => error,
          LeaverTestNotFound: ({ error }) => error,
          LeaverTestUnavailable: ({ error }) => error
        }}
      />
      <Button size="small" icon="download" busy={link.busy} onClick={() => link.start(id)}>
        {words.download}
      </Button>
    </Line>
  )
}

/** Every leaver of a period tested, instead of a sample. */
export const LeaverTests = () => {
  const words = useWords().leaverTest
  const { ago, moment } = useFormat()
  const { may } = useMay()
  const [asking, setAsking] = useState(false)
  const request = (
    <Button look="first" icon="plus" onClick={() => setAsking(true)}>
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
      {asking && <RequestTest onClose={() => setAsking(false)} />}
      <Loaded of={testList} bones={<TableBones columns={4} rows={4} />} refusals={{}}>
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
                  cell: ({ created_at }) => (
                    <Said tone="2" oneLine>
                      <time title={moment(created_at)}>{ago(created_at)}</time>
                    </Said>
                  ),
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
