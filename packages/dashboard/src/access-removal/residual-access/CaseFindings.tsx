import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { ResidualAccess } from "@svc/contract/residual-access/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { AppName } from "#connections/integrations/AppName.tsx"
import { Badge } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Text } from "#design/layout.tsx"
import { Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { findingsOf } from "./data.ts"
import { ResolveDialog } from "./ResolveDialog.tsx"

/** This person's accounts that were active after revocation; renders nothing if there are none. */
export const CaseFindings = ({ id }: { readonly id: OffboardingId }) => {
  const words = useWords().revocations
  const { moment } = useFormat()
  const { may } = useMay()
  const [asked, setAsked] = useState<ResidualAccess>()
  return (
    <Loaded of={findingsOf(id)} skeleton={null}>
      {({ rows }) =>
        rows.length > 0 && (
          <Card title={words.foundActive} flush>
            <Table
              label={words.foundActive}
              rows={rows}
              keyOf={(finding) => finding.id}
              columns={[
                {
                  name: words.app,
                  cell: ({ account, former_identity, service }) => (
                    <AppName of={service} strong>
                      {account !== null && (
                        <Text as="div" size="small" tone="3">
                          {account.name ?? account.id}
                        </Text>
                      )}
                      {former_identity && (
                        <Text as="div" size="small" tone="watch">
                          {words.foundForFormer}
                        </Text>
                      )}
                    </AppName>
                  ),
                  align: "main"
                },
                {
                  name: words.state,
                  cell: ({ resolution }) =>
                    resolution === null ? (
                      <Badge tone="bad">{words.stillActive}</Badge>
                    ) : (
                      <Badge tone={resolution === "accepted" ? "watch" : "good"}>{words.resolutions[resolution]}</Badge>
                    ),
                  align: "tight"
                },
                {
                  name: words.lastSeen,
                  cell: ({ last_seen_at }) => (
                    <Text tone="2" oneLine>
                      {moment(last_seen_at)}
                    </Text>
                  ),
                  align: "end",
                  wideOnly: true
                },
                {
                  name: words.act,
                  quiet: true,
                  cell: (finding) =>
                    finding.status === "open" &&
                    may("access_revoke") && (
                      <Button size="small" onClick={() => setAsked(finding)}>
                        {words.resolve}
                      </Button>
                    ),
                  align: "end"
                }
              ]}
            />
            {asked !== undefined && <ResolveDialog of={asked} onClose={() => setAsked(undefined)} />}
          </Card>
        )
      }
    </Loaded>
  )
}
