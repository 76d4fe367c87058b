import type { CalendarFeed, CreatedCalendarFeed } from "@svc/contract/calendar-feeds/schema"
import { useState } from "preact/hooks"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Copy } from "#design/Copy.tsx"
import { Row, Stack, Text } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { calendarFeed, createCalendarFeed, revokeCalendarFeed } from "./data.ts"

const Link = ({ feed }: { readonly feed: CalendarFeed }) => {
  const words = useWords().ownAccount.calendar
  const { moment } = useFormat()
  const [made, setMade] = useState<CreatedCalendarFeed>()
  const [open, setOpen] = useState<"replace" | "revoke">()
  const close = () => setOpen(undefined)
  const create = useAction(createCalendarFeed, {
    onDone: (answer) => {
      setMade(answer)
      close()
    }
  })
  return (
    <Stack gap={3}>
      <Text tone="2">{words.text}</Text>
      {made !== undefined && (
        <Stack gap={1}>
          <Copy text={made.url} />
          <Text size="small">{words.once}</Text>
        </Stack>
      )}
      {made === undefined && feed.created_at !== null && (
        <Text size="small" tone="2">
          {words.since(moment(feed.created_at))}{" "}
          {feed.last_read_at === null ? words.unread : words.read(moment(feed.last_read_at))}
        </Text>
      )}
      {open !== "replace" && <Refusal of={create.result} />}
      <Row>
        {feed.active ? (
          <>
            <Button onClick={() => setOpen("replace")}>{words.replace}</Button>
            <Button variant="danger" onClick={() => setOpen("revoke")}>
              {words.revoke}
            </Button>
          </>
        ) : (
          <Button busy={create.busy} onClick={() => create.start()}>
            {words.create}
          </Button>
        )}
      </Row>
      {open === "replace" && (
        <ActionDialog
          title={words.replaceTitle}
          why={words.replaceText}
          onClose={close}
          onSubmit={() => create.start()}
          act={create}
          confirm={words.replace}
        />
      )}
      {open === "revoke" && (
        <ConfirmDialog
          action={revokeCalendarFeed}
          arg={undefined}
          title={words.revokeTitle}
          why={words.revokeText}
          confirm={words.revoke}
          done={words.revoked}
          onClose={close}
          onDone={() => {
            setMade(undefined)
            close()
          }}
        />
      )}
    </Stack>
  )
}

/** The member's private calendar link; its URL is shown once, after it is created. */
export const CalendarLink = () => (
  <Card title={useWords().ownAccount.calendar.title}>
    <Loaded of={calendarFeed} skeleton={<Skeleton width={60} />}>
      {(feed) => <Link feed={feed} />}
    </Loaded>
  </Card>
)
