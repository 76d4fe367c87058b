import type { ExportStatus, OrganisationExport } from "@svc/contract/exports/schema"
import { AsyncResult } from "effect/reactivity"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { Badge, type Tone } from "#design/Badge.tsx"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Row, Text } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { exports } from "#platform/pages.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { Page } from "#frame/Page.tsx"
import { exportLink, exportList, requestExport } from "./data.ts"

const tones: Readonly<Record<ExportStatus, Tone>> = {
  queued: "accent",
  running: "accent",
  ready: "good",
  failed: "bad",
  expired: "calm"
}

const State = ({ of: { counts, error, status } }: { readonly of: OrganisationExport }) => {
  const words = useWords().exports
  return (
    <Row gap={2}>
      <Badge tone={tones[status]}>{words.states[status]}</Badge>
      {error !== null && (
        <Text size="small" tone="2">
          {error}
        </Text>
      )}
      {counts !== null && counts.file_errors > 0 && (
        <Text size="small" tone="watch">
          {words.missing(counts.file_errors)}
        </Text>
      )}
    </Row>
  )
}

const Download = ({ of: { download_available, id } }: { readonly of: OrganisationExport }) => {
  const words = useWords().exports
  const link = useAction(exportLink, { onDone: ({ url }) => location.assign(url) })
  if (!download_available) return null
  return (
    <Row end gap={1}>
      <Refusal of={link.result} />
      <Button size="small" icon="download" busy={link.busy} onClick={() => link.start(id)}>
        {words.download}
      </Button>
    </Row>
  )
}

/** Data export page: everything of the organization as one ZIP. */
export const Exports = () => {
  const words = useWords().exports
  const { ago, megabytes, moment } = useFormat()
  const requesting = useAction(requestExport)
  const all = useQuery(exportList)
  const canStore = AsyncResult.isSuccess(all) && all.value.storage_configured
  return (
    <Page
      title={words.title}
      about={words.about}
      help="settings"
      actions={
        canStore && (
          <Button variant="primary" icon="archive" busy={requesting.busy} onClick={() => requesting.start()}>
            {words.request}
          </Button>
        )
      }
    >
      <PlaceTabs current={exports()} />
      <Refusal of={requesting.result} />
      <Loaded of={exportList} skeleton={<TableSkeleton columns={4} rows={4} />}>
        {({ expires_after_days, exports: made, storage_configured }, busy) => (
          <>
            {!storage_configured && <Banner tone="watch" title={words.noStorage} />}
            {made.length === 0 ? (
              <Placeholder icon="archive" title={words.none} text={words.noneText(expires_after_days)} />
            ) : (
              <Table
                label={words.title}
                rows={made}
                keyOf={({ id }) => id}
                busy={busy}
                columns={[
                  { name: words.state, cell: (row) => <State of={row} />, align: "main" },
                  {
                    name: words.by,
                    cell: ({ requested_by_name }) => <Text tone="2">{requested_by_name}</Text>,
                    align: "tight",
                    wideOnly: true
                  },
                  {
                    name: words.size,
                    cell: ({ size_bytes }) => (size_bytes === null ? "–" : megabytes(size_bytes)),
                    align: "end",
                    wideOnly: true
                  },
                  {
                    name: words.requested,
                    cell: ({ created_at }) => (
                      <Text tone="2" oneLine>
                        <time title={moment(created_at)}>{ago(created_at)}</time>
                      </Text>
                    ),
                    align: "end"
                  },
                  {
                    name: words.until,
                    cell: ({ expires_at }) => (
                      <Text tone="2" oneLine>
                        {expires_at === null ? "–" : moment(expires_at)}
                      </Text>
                    ),
                    align: "end",
                    wideOnly: true
                  },
                  { name: words.download, quiet: true, cell: (row) => <Download of={row} />, align: "tight" }
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
