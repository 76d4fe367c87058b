import { Permission } from "@svc/contract/kernel/permissions"
import { useMay } from "#access/data.ts"
import { roleList } from "#access/members-data.ts"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { Badge } from "#design/Badge.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Row, Text } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { members, role, roles } from "#platform/pages.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { Page } from "#frame/Page.tsx"
import { PermissionTable } from "./PermissionTable.tsx"
import { choiceOf, nameOf, scopeSaid } from "./scope.ts"

const Inside = () => {
  const words = useWords().members
  return (
    <Page
      title={words.rolesTitle}
      about={words.rolesAbout}
      actions={
        <LinkButton href={role({ id: "new" })} variant="primary" icon="plus">
          {words.newRole}
        </LinkButton>
      }
    >
      <PlaceTabs current={roles()} />
      <Loaded of={roleList(true)} skeleton={<TableSkeleton columns={4} rows={5} />}>
        {(rows, busy) => (
          <>
            <Table
              label={words.rolesTitle}
              rows={rows}
              keyOf={choiceOf}
              busy={busy}
              columns={[
                {
                  name: words.role,
                  align: "main",
                  cell: (one) =>
                    one.id === null ? (
                      <Row gap={2}>
                        {nameOf(one, words)}
                        <Badge plain>{words.builtIn}</Badge>
                      </Row>
                    ) : (
                      <RowLink href={role({ id: one.id })}>{one.name}</RowLink>
                    )
                },
                {
                  name: words.may,
                  align: "end",
                  cell: ({ permissions }) => (
                    <Text tone="2">{words.mayCount(permissions.length, Permission.literals.length)}</Text>
                  )
                },
                {
                  name: words.sees,
                  align: "tight",
                  wideOnly: true,
                  cell: (one) => <Text tone="2">{scopeSaid(one, words)}</Text>
                },
                {
                  name: words.holders,
                  align: "end",
                  cell: (one) =>
                    one.members === 0 ? (
                      <Text tone="3">0</Text>
                    ) : (
                      <a href={`${members()}?role=${encodeURIComponent(choiceOf(one))}`}>{one.members}</a>
                    )
                }
              ]}
            />
            <Card title={words.permissionTable} flush>
              <PermissionTable roles={rows} />
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Built-in and custom roles with their permissions. */
export const Roles = () => {
  const { failures } = useWords()
  const { may } = useMay()
  return may("members_manage") ? (
    <Inside />
  ) : (
    <Placeholder icon="lock" title={failures.denied.title} text={failures.denied.text("members_manage")} />
  )
}
