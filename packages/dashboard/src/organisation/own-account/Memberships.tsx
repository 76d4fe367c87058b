import { Schema } from "effect"
import { Role } from "@svc/contract/kernel/permissions"
import type { OrgId } from "@svc/contract/kernel/ids"
import { AsyncResult } from "effect/reactivity"
import { useUser } from "#access/data.ts"
import { Badge } from "#design/Badge.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Text, VisuallyHidden } from "#design/layout.tsx"
import { Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { home } from "#platform/pages.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { failureOf, Refusal } from "#platform/failures.tsx"
import { memberships, openOrganisation } from "./data.ts"

const isRole = Schema.is(Role)

const Open = ({ id, name }: { readonly id: OrgId; readonly name: string }) => {
  const { accounts, ownAccount } = useWords()
  const words = ownAccount.organisations
  // Full page load: drops the state of the other organization.
  const opening = useAction(openOrganisation, { onDone: () => location.assign(home()) })
  const failure = failureOf(opening.result)
  return (
    <>
      <Refusal of={opening.result} />
      {failure?._tag === "SsoRequired" && (
        <LinkButton size="small" href={failure.redirectUrl}>
          {accounts.ssoGo}
        </LinkButton>
      )}
      <Button size="small" busy={opening.busy} onClick={() => opening.start(id)}>
        {words.open} <VisuallyHidden>{name}</VisuallyHidden>
      </Button>
    </>
  )
}

/** Switches between organizations; hidden with only one. */
export const Memberships = () => {
  const { organisations: words, profile } = useWords().ownAccount
  const { orgId } = useUser()
  const all = useQuery(memberships)
  if (!AsyncResult.isSuccess(all) || all.value.length < 2) return null
  return (
    <Card title={words.title} flush>
      <Table
        label={words.title}
        rows={all.value}
        keyOf={({ org_id }) => org_id}
        columns={[
          {
            name: words.name,
            cell: ({ org_name, role }) => (
              <Text as="div" oneLine>
                {org_name}
                <Text as="div" size="small" tone="3">
                  {isRole(role) ? profile.roles[role] : role}
                </Text>
              </Text>
            ),
            align: "main"
          },
          {
            name: words.open,
            quiet: true,
            cell: ({ org_id, org_name }) =>
              org_id === orgId ? <Badge tone="accent">{words.here}</Badge> : <Open id={org_id} name={org_name} />,
            align: "end"
          }
        ]}
      />
    </Card>
  )
}
