import type { ItTicket } from "@svc/contract/it-tickets/schema"
import { Icon } from "#design/Icon.tsx"
import { Row, Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"

/** The task's ticket in the help desk, or why it could not be created. */
export const TaskTicket = ({ of: { key, last_error, status, url } }: { readonly of: ItTicket }) => {
  const words = useWords().checklists
  return (
    <Row gap={1}>
      <Icon name="ticket" size="small" tone={status === "failed" ? "bad" : status === "resolved" ? "good" : "3"} />
      <Text size="small" tone={status === "failed" ? "bad" : "3"}>
        {url === null || key === null ? null : (
          <a href={url} target="_blank" rel="noreferrer">
            {key} <Icon name="external-link" size="small" />
          </a>
        )}{" "}
        {words.tickets[status]}
        {last_error !== null && `: ${last_error}`}
      </Text>
    </Row>
  )
}
