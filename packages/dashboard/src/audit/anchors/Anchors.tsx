import type { ChainAnchor } from "@svc/contract/audit/files"
import { Badge } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Code, Text, Stack, Titled } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { auditEntry } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { download } from "#platform/download.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { anchors, anchorsFile } from "./data.ts"

const Made = ({ of: { anchored_at, entry_hash, entry_id } }: { readonly of: ChainAnchor }) => {
  const { moment } = useFormat()
  return (
    <Titled below={<Code>{entry_hash}</Code>}>
      <RowLink href={auditEntry({ id: entry_id })}>{moment(anchored_at)}</RowLink>
    </Titled>
  )
}

/** Newest anchors (signed checkpoints), to download and keep elsewhere. */
export const Anchors = () => {
  const words = useWords().audit
  const keeping = useAction(anchorsFile, { onDone: (text) => download(text, "anchors.json", "application/json") })
  return (
    <Stack gap={3}>
      <Refusal of={keeping.result} />
      <Card
        title={words.anchorsTitle}
        flush
        actions={
          <Button size="small" icon="download" busy={keeping.busy} onClick={() => keeping.start()}>
            {words.keepAnchors}
          </Button>
        }
      >
        <Loaded of={anchors} skeleton={<TableSkeleton columns={3} rows={4} />}>
          {({ anchors: rows }, busy) =>
            rows.length === 0 ? (
              <Placeholder small icon="shield-check" title={words.anchorsNone} text={words.anchorsNoneText} />
            ) : (
              <Table
                label={words.anchorsTitle}
                rows={rows}
                keyOf={({ id }) => id}
                busy={busy}
                columns={[
                  { name: words.madeAt, cell: (row) => <Made of={row} />, align: "main" },
                  { name: words.why, cell: ({ source }) => words.sources[source], align: "tight", wideOnly: true },
                  {
                    name: words.signature,
                    cell: ({ signature }) =>
                      signature === null ? (
                        <Badge tone="watch">{words.notSigned}</Badge>
                      ) : (
                        <Badge tone="good">{words.signed}</Badge>
                      ),
                    align: "tight"
                  }
                ]}
              />
            )
          }
        </Loaded>
      </Card>
      <Text size="small" tone="3">
        {words.anchorsText}
      </Text>
    </Stack>
  )
}
