import type { ResidualAccess } from "@svc/contract/residual-access/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Badge } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Pager, Table, TableBones } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { Ago } from "#platform/Ago.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { findingPage, pageSize } from "./list-data.ts"
import { NobodyListed } from "./NobodyListed.tsx"
import { PersonAtApp } from "./PersonAtApp.tsx"
import { ResolveDialog } from "./ResolveDialog.tsx"

/** Accounts that were revoked and could be used afterwards. */
export const CameBackList = ({
  clear,
  filters,
  isNarrowed,
  onMove
}: {
  readonly filters: Parameters<typeof findingPage>[0]
  readonly isNarrowed: boolean
  readonly clear: () => void
  readonly onMove: (offset: number) => void
}) => {
  const { common, residualAccess: words, revocations } = useWords()
  const { may } = useMay()
  const [asked, setAsked] = useState<ResidualAccess>()
  return (
    <Loaded of={findingPage(filters)} bones={<TableBones columns={4} />}>
      {({ rows, total }, busy) => (
        <>
          {total === 0 && (
            <NobodyListed title={words.backNone} text={words.backNoneText} {...(isNarrowed ? { clear } : {})} />
          )}
          {total > 0 && (
            <>
              <Table
                label={words.cameBack}
                rows={rows}
                keyOf={({ id }) => id}
                busy={busy}
                columns={[
                  { name: words.person, cell: (row: ResidualAccess) => <PersonAtApp {...row} />, align: "main" },
                  {
                    name: revocations.state,
                    cell: ({ resolution }: ResidualAccess) =>
                      resolution === null ? (
                        <Badge tone="bad">{revocations.stillActive}</Badge>
                      ) : (
                        <Badge tone={resolution === "accepted" ? "watch" : "good"}>
                          {revocations.resolutions[resolution]}
                        </Badge>
                      ),
                    align: "tight"
                  },
                  {
                    name: words.found,
                    cell: ({ found_at }: ResidualAccess) => <Ago at={found_at} tone="2" />,
                    align: "end",
                    wideOnly: true
                  },
                  {
                    name: revocations.lastSeen,
                    cell: ({ last_seen_at }: ResidualAccess) => <Ago at={last_seen_at} tone="2" />,
                    align: "end",
                    wideOnly: true
                  },
                  {
                    name: revocations.act,
                    quiet: true,
                    cell: (finding: ResidualAccess) =>
                      finding.status === "open" &&
                      may("access_revoke") && (
                        <Button size="small" onClick={() => setAsked(finding)}>
                          {revocations.resolve}
                        </Button>
                      ),
                    align: "end"
                  }
                ]}
              />
              <Pager total={total} limit={pageSize} offset={filters.offset ?? 0} words={common.pager} onMove={onMove} />
            </>
          )}
          {asked !== undefined && <ResolveDialog of={asked} onClose={() => setAsked(undefined)} />}
        </>
      )}
    </Loaded>
  )
}
