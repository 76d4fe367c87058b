import { Predicate } from "effect"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso/router"
import { useMay } from "#access/data.ts"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Code, Text } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { webhook, webhooks } from "#platform/pages.ts"
import { useQuery } from "#platform/atoms.ts"
import { failureOf } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { Page } from "#frame/Page.tsx"
import { endpoints } from "./data.ts"
import { Health } from "./parts.tsx"
import { type Secret, SecretSeen } from "./SecretSeen.tsx"
import { WebhookDialog } from "./WebhookDialog.tsx"

/** Webhooks with their health. */
export const Webhooks = () => {
  const words = useWords().webhooks
  const { may } = useMay()
  const { ago } = useFormat()
  const { route } = useLocation()
  const notOnPlan = Predicate.isTagged(failureOf(useQuery(endpoints)), "FeatureMissing")
  const [asked, ask] = useState<"new" | Secret>()
  const create = may("settings_manage") && (
    <Button variant="primary" icon="plus" onClick={() => ask("new")}>
      {words.create}
    </Button>
  )
  return (
    <Page title={words.title} about={words.about} help="webhooks" actions={create}>
      <PlaceTabs current={webhooks()} />
      {notOnPlan && (
        <Banner tone="watch" title={words.notOnPlan}>
          {words.notOnPlanText}
        </Banner>
      )}
      <Loaded of={endpoints} skeleton={<TableSkeleton columns={4} rows={4} />}>
        {(rows, busy) =>
          rows.length === 0 ? (
            <Placeholder icon="webhook" title={words.none} text={words.noneText} />
          ) : (
            <Table
              label={words.title}
              rows={rows}
              keyOf={({ id }) => id}
              busy={busy}
              columns={[
                {
                  name: words.address,
                  cell: ({ id, url }) => (
                    <Text as="div" oneLine>
                      <RowLink href={webhook({ id })}>
                        <Code>{url}</Code>
                      </RowLink>
                    </Text>
                  ),
                  align: "main"
                },
                {
                  name: words.events,
                  cell: ({ all_events, events }) => (all_events ? words.all : words.someEvents(events.length)),
                  align: "tight",
                  wideOnly: true
                },
                { name: words.health, cell: (row) => <Health {...row} />, align: "tight" },
                {
                  name: words.lastDelivered,
                  cell: ({ last_delivered_at }) => (
                    <Text tone="2">{last_delivered_at === null ? words.never : ago(last_delivered_at)}</Text>
                  ),
                  align: "end",
                  wideOnly: true
                }
              ]}
            />
          )
        }
      </Loaded>
      {asked === "new" && <WebhookDialog onClose={() => ask(undefined)} onMade={ask} />}
      {typeof asked === "object" && (
        <SecretSeen secret={asked.secret} onClose={() => route(webhook({ id: asked.id }))} />
      )}
    </Page>
  )
}
