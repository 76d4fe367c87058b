import type { ResidualAccess } from "@svc/contract/residual-access/schema"
import type { ComponentProps } from "preact"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Badge } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Listed } from "#frame/Listed.tsx"
import { useWords } from "#languages/words.ts"
import { Ago } from "#platform/Ago.tsx"
import { findingPage, pageSize } from "./list-data.ts"
import { PersonAtApp } from "./PersonAtApp.tsx"
import { ResolveDialog } from "./ResolveDialog.tsx"

/** Revoked accounts that were active afterwards. */
export const CameBackList = ({
  filters,
  list
}: {
  readonly filters: Parameters<typeof findingPage>[0]
  readonly list: ComponentProps<typeof Listed>["list"]
}) => {
  const { residualAccess: words, revocations } = useWords()
  const { may } = useMay()
  const [asked, setAsked] = useState<ResidualAccess>()
  return (
    <>
      <Listed
        of={findingPage(filters)}
        list={list}
        limit={pageSize}
        skeleton={{ columns: 4 }}
        none={<Placeholder icon="shield-check" title={words.backNone} text={words.backNoneText} />}
        label={words.cameBack}
        keyOf={({ id }) => id}
        columns={[
          { name: words.person, cell: (row: ResidualAccess) => <PersonAtApp {...row} />, align: "main" },
          {
            name: revocations.state,
            cell: ({ resolution }: ResidualAccess) =>
              resolution === null ? (
                <Badge tone="bad">{revocations.stillActive}</Badge>
              ) : (
                <Badge tone={resolution === "accepted" ? "watch" : "good"}>{revocations.resolutions[resolution]}</Badge>
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
      {asked !== undefined && <ResolveDialog of={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}
