import { type Notification, UnreadOnly } from "@svc/contract/notifications/schema"
import { Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import { Badge } from "#design/Badge.tsx"
import { Button, IconButton } from "#design/Button.tsx"
import { FilterSelect } from "#design/Field.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Pager, RowLink, Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { Page } from "#frame/Page.tsx"
import { notificationPage, read, readAll, unreadCount } from "./data.ts"
import { leadsTo } from "./leads.ts"

const PageNumber = Schema.NumberFromString.check(Schema.isInt(), Schema.isGreaterThan(0))

/** A notification linked to its record; following the link marks it as read. */
const What = ({ of }: { readonly of: Notification }) => {
  const reading = useAction(read)
  const href = leadsTo(of)
  const isUnread = of.read_at === null
  return (
    <Stack gap={1}>
      <Text strong={isUnread} {...(isUnread ? {} : { tone: "2" as const })}>
        {href === undefined ? (
          of.title
        ) : (
          <RowLink href={href} onFollow={() => isUnread && reading.start(of.id)}>
            {of.title}
          </RowLink>
        )}
      </Text>
      <Text size="table" tone="2">
        {of.body}
      </Text>
    </Stack>
  )
}

/** Marks as read without opening the record. */
const MarkRead = ({ of: { id, read_at } }: { readonly of: Notification }) => {
  const words = useWords().notifications
  const reading = useAction(read)
  if (read_at !== null) return null
  return (
    <Row end gap={1}>
      <Refusal of={reading.result} />
      <IconButton icon="check" label={words.markRead} onClick={() => reading.start(id)} />
    </Row>
  )
}

/** Notifications page, newest first. */
export const Notifications = () => {
  const { common, notifications: words } = useWords()
  const { ago, moment } = useFormat()
  const [search, change] = useSearch({ unread: UnreadOnly, page: PageNumber })
  const unread = useQuery(unreadCount)
  const reading = useAction(readAll)
  const onlyUnread = search.unread === "true"
  return (
    <Page
      title={words.title}
      about={words.about}
      help="account"
      actions={
        AsyncResult.isSuccess(unread) &&
        unread.value > 0 && (
          <Button icon="check" busy={reading.busy} onClick={() => reading.start()}>
            {words.markAllRead}
          </Button>
        )
      }
    >
      <Refusal of={reading.result} />
      <Row>
        <FilterSelect
          label={words.which}
          none={words.all}
          value={onlyUnread ? "true" : undefined}
          choices={[["true", words.onlyUnread]]}
          onChoose={(chosen) => change({ unread: chosen, page: undefined })}
        />
      </Row>
      <Loaded of={notificationPage(search)} skeleton={<TableSkeleton columns={2} />}>
        {({ data, meta }, busy) =>
          data.length === 0 ? (
            onlyUnread ? (
              <Placeholder icon="circle-check" title={words.allRead} text={words.allReadText}>
                <Button onClick={() => change({ unread: undefined, page: undefined })}>{words.showAll}</Button>
              </Placeholder>
            ) : (
              <Placeholder icon="bell" title={words.none} text={words.noneText} />
            )
          ) : (
            <>
              <Table
                label={words.title}
                rows={data}
                keyOf={({ id }) => id}
                busy={busy}
                columns={[
                  { name: words.what, cell: (row) => <What of={row} />, align: "main" },
                  {
                    name: words.state,
                    cell: ({ read_at }) => read_at === null && <Badge tone="accent">{words.isNew}</Badge>,
                    align: "tight",
                    wideOnly: true
                  },
                  {
                    name: words.when,
                    cell: ({ created_at }) => (
                      <Text tone="2" oneLine>
                        <time title={moment(created_at)}>{ago(created_at)}</time>
                      </Text>
                    ),
                    align: "end",
                    wideOnly: true
                  },
                  { name: words.markRead, quiet: true, cell: (row) => <MarkRead of={row} />, align: "tight" }
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
    </Page>
  )
}
