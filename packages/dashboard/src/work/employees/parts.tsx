import type { DirectoryEmployee } from "@svc/contract/employees/schema"
import { Avatar } from "#design/Avatar.tsx"
import { Badge } from "#design/Badge.tsx"
import { Row, Titled } from "#design/layout.tsx"
import { RowLink } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { person } from "#platform/pages.ts"

export const Status = ({ status }: Pick<DirectoryEmployee, "status">) => {
  const { statuses } = useWords().employees
  return <Badge tone={status === "active" ? "good" : "calm"}>{statuses[status]}</Badge>
}

/** A person; the whole row links to their page. */
export const PersonName = ({ department, full_name, id, role }: DirectoryEmployee) => (
  <Row gap={2} whole>
    <Avatar name={full_name} />
    <Titled below={[role, department].filter((text) => text !== "").join(" · ")}>
      <RowLink href={person({ id })}>{full_name}</RowLink>
    </Titled>
  </Row>
)
