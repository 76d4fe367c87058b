import { DeliveryId, type WebhookId } from "@svc/contract/kernel/ids"
import { type Delivery, DeliveryStatus } from "@svc/contract/webhooks/schema"
import { Schema } from "effect"
import { Button } from "#design/Button.tsx"
import { FilterSelect } from "#design/Field.tsx"
import { Code, Row, Text } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Pager, RowLink, Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { webhook } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { deliveryPage } from "./data.ts"
import { DeliveryDialog } from "./DeliveryDialog.tsx"
import { Answer, DeliveryState, NotFound } from "./parts.tsx"
import { SendAgain } from "./SendAgain.tsx"

const PageNumber = Schema.NumberFromString.check(Schema.isInt(), Schema.isGreaterThan(0))

/** Deliveries of a webhook, newest first; each opens with its payload. */
export const Deliveries = ({ id }: { readonly id: WebhookId }) => {
  const { common, webhooks: words } = useWords()
  const [{ delivery, ...search }, change] = useSearch({
    status: DeliveryStatus,
    page: PageNumber,
    delivery: DeliveryId
  })
  const leadTo = (one: Delivery) => {
    const to = new URLSearchParams({ delivery: one.id })
    for (const [name, value] of Object.entries(search)) to.set(name, String(value))
    return `${webhook({ id })}?${to}`
  }
  return (
    <>
      <Row>
        <FilterSelect
          label={words.status}
          none={words.anyStatus}
          value={search.status}
          choices={DeliveryStatus.literals.map((status) => [status, words.states[status]] as const)}
          onChoose={(status) => change({ status, page: undefined })}
        />
      </Row>
      <Loaded
        of={deliveryPage({ id, ...search })}
        skeleton={<TableSkeleton columns={5} />}
        refusals={{ WebhookNotFound: () => <NotFound /> }}
      >
        {({ data, meta }, busy) =>
          data.length === 0 ? (
            search.status === undefined ? (
              <Placeholder icon="send" title={words.noDeliveries} text={words.noDeliveriesText} />
            ) : (
              <Placeholder icon="search" title={words.noneInState(words.states[search.status])}>
                <Button onClick={() => change({ status: undefined, page: undefined })}>{words.anyStatus}</Button>
              </Placeholder>
            )
          ) : (
            <>
              <Table
                label={words.deliveries}
                rows={data}
                keyOf={(one) => one.id}
                busy={busy}
                columns={[
                  { name: words.status, cell: (one) => <DeliveryState {...one} />, align: "tight" },
                  {
                    name: words.event,
                    cell: (one) => (
                      <Text as="div" oneLine>
                        <RowLink href={leadTo(one)}>
                          <Code>{one.event}</Code>
                        </RowLink>
                      </Text>
                    ),
                    align: "main"
                  },
                  {
                    name: words.answer,
                    cell: (one) => (
                      <Text oneLine>
                        <Answer {...one} />
                      </Text>
                    ),
                    align: "tight",
                    wideOnly: true
                  },
                  { name: words.attempts, cell: ({ attempts }) => attempts, align: "end", wideOnly: true },
                  {
                    name: words.at,
                    cell: ({ created_at }) => <Ago at={created_at} tone="2" />,
                    align: "end",
                    wideOnly: true
                  },
                  {
                    name: words.redeliver,
                    quiet: true,
                    cell: (one) => <SendAgain delivery={one} id={id} />,
                    align: "tight"
                  }
                ]}
              />
              <Pager
                total={meta.total}
                limit={meta.limit}
                offset={(meta.page - 1) * meta.limit}
                words={common.pager}
                onMove={(offset) => change({ page: offset / meta.limit + 1 })}
              />
            </>
          )
        }
      </Loaded>
      {delivery !== undefined && (
        <DeliveryDialog id={id} deliveryId={delivery} onClose={() => change({ delivery: undefined })} />
      )}
    </>
  )
}
