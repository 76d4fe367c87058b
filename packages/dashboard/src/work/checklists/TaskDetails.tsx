import type { ChecklistItem } from "@svc/contract/checklists/schema"
import { Avatar } from "#design/Avatar.tsx"
import { Disclosure } from "#design/Disclosure.tsx"
import { Icon } from "#design/Icon.tsx"
import { Row, Stack, Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"

/** The member responsible for a task. */
export const TaskOwner = ({ name }: { readonly name: string }) => {
  const words = useWords().cases
  return (
    <Row gap={1}>
      <Avatar name={name} size="small" />
      <Text size="small" tone="2">
        {words.ownedBy(name)}
      </Text>
    </Row>
  )
}

const useSummary = ({ description, links }: Pick<ChecklistItem, "description" | "links">) => {
  const words = useWords().checklists
  return [
    ...(description === null ? [] : [words.description]),
    ...(links.length === 0 ? [] : [words.links(links.length)])
  ].join(", ")
}

/** That a task has a description or links, in one line. */
export const TaskHint = ({ of }: { readonly of: ChecklistItem }) => {
  const summary = useSummary(of)
  return summary === "" ? null : (
    <Text as="div" size="small" tone="3">
      <Icon name="file-text" size="small" /> {summary}
    </Text>
  )
}

/** Description and links of a task, unfolded on request. */
export const TaskDetails = ({ of }: { readonly of: ChecklistItem }) => {
  const summary = useSummary(of)
  const { description, links } = of
  return summary === "" ? null : (
    <Disclosure plain summary={summary}>
      {() => (
        <Stack gap={2}>
          {description !== null && (
            <Text as="div" size="small" tone="2" lineBreaks>
              {description}
            </Text>
          )}
          {links.map(({ title, url }) => (
            <Text as="div" size="small" lineBreaks>
              <a href={url} target="_blank" rel="noopener noreferrer">
                {title} <Icon name="external-link" size="small" />
              </a>
            </Text>
          ))}
        </Stack>
      )}
    </Disclosure>
  )
}
