import { fitsMember, type MemberFilters, type OrganisationMember } from "@svc/contract/members/schema"
import { Text as BoundedText } from "@svc/contract/kernel/text"
import { AsyncResult } from "effect/reactivity"
import { Schema } from "effect"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { memberList, roleList } from "#access/members-data.ts"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { Avatar } from "#design/Avatar.tsx"
import { Badge } from "#design/Badge.tsx"
import { Button, IconButton } from "#design/Button.tsx"
import { FilterSelect, SearchField } from "#design/Field.tsx"
import { Row, Text } from "#design/layout.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { PagedTable, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { members } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { useQuery } from "#platform/atoms.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { ExportCsv } from "#frame/ExportCsv.tsx"
import { Page } from "#frame/Page.tsx"
import { exportMembers } from "./data.ts"
import { ChangeMemberDialog } from "./ChangeMemberDialog.tsx"
import { InviteDialog } from "./InviteDialog.tsx"
import { Invites } from "./Invites.tsx"
import { RemoveMemberDialog } from "./RemoveMemberDialog.tsx"
import { choiceOf, nameOf, roleSaid, scopeSaid, useGrantable, useMayTouch } from "./scope.ts"

const filters = { q: BoundedText(200), role: BoundedText(100), factor: Schema.Literal("off") }

const holds = ({ role, role_id }: OrganisationMember) => choiceOf({ id: role_id, name: role })

type Asked = "invite" | { readonly kind: "change" | "remove"; readonly member: OrganisationMember }

const Inside = () => {
  const { common, members: words } = useWords()
  const { isSuperAdmin } = useMay()
  const mayTouch = useMayTouch()
  const [search, change] = useSearch(filters)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const found = useQuery(roleList(true))
  const roles = AsyncResult.isSuccess(found) ? found.value : []
  const grantable = useGrantable(roles)
  const role = search.role?.split(" ")[1]
  const narrowing: MemberFilters = {
    ...(search.q === undefined ? {} : { q: search.q }),
    ...(role === undefined ? {} : { role }),
    ...(search.factor === undefined ? {} : { two_factor: search.factor })
  }
  const actions = (member: OrganisationMember) => {
    if (
      !mayTouch(
        roles.find((role) => choiceOf(role) === holds(member)),
        member
      )
    )
      return null
    // Only Super Admins can change their own role; no one can remove themselves here.
    if (member.is_self && !isSuperAdmin) return null
    const menu = `member-${member.user_id}`
    return (
      <>
        <IconButton icon="ellipsis" label={words.actionsFor(member.full_name)} popover={menu} />
        <Menu id={menu} label={words.actionsFor(member.full_name)}>
          <MenuItem icon="pencil" onClick={() => setAsked({ kind: "change", member })}>
            {words.change}
          </MenuItem>
          {!member.is_self && (
            <MenuItem icon="trash" danger onClick={() => setAsked({ kind: "remove", member })}>
              {words.remove}
            </MenuItem>
          )}
        </Menu>
      </>
    )
  }
  return (
    <Page
      title={words.title}
      about={words.about}
      help="settings"
      actions={
        <>
          <ExportCsv name={words.title} of={exportMembers} query={narrowing} />
          {grantable.length > 0 && (
            <Button variant="primary" icon="user-plus" onClick={() => setAsked("invite")}>
              {words.invite}
            </Button>
          )}
        </>
      }
    >
      <PlaceTabs current={members()} />
      <Row gap={2}>
        <SearchField label={words.search} value={search.q ?? ""} onSearch={(q) => change({ q })} />
        <FilterSelect
          label={words.role}
          none={words.anyRole}
          value={search.role}
          choices={roles.map((role) => [choiceOf(role), nameOf(role, words)] as const)}
          onChoose={(role) => change({ role })}
        />
        <FilterSelect
          label={words.secondFactor}
          none={words.anyFactor}
          value={search.factor}
          choices={[["off", words.withoutFactor]]}
          onChoose={(factor) => change({ factor })}
        />
      </Row>
      <Loaded of={memberList(true)} skeleton={<TableSkeleton columns={5} rows={6} />}>
        {(all, busy) => {
          const rows = all.filter((member) => fitsMember(member, narrowing))
          return rows.length === 0 ? (
            <Placeholder icon="search" title={words.noMatch}>
              <Button onClick={() => change({ q: undefined, role: undefined, factor: undefined })}>
                {words.clear}
              </Button>
            </Placeholder>
          ) : (
            <PagedTable
              key={[search.q, search.role, search.factor].join()}
              label={words.title}
              rows={rows}
              words={common.pager}
              keyOf={({ user_id }) => user_id}
              busy={busy}
              columns={[
                {
                  name: words.member,
                  align: "main",
                  cell: ({ email, full_name, is_self }) => (
                    <Row gap={2} whole>
                      <Avatar name={full_name} />
                      <Text as="div" oneLine>
                        <Text strong>{full_name}</Text> {is_self && <Text tone="3">({words.you})</Text>}
                        <Text as="div" size="small" tone="3" oneLine>
                          {email}
                        </Text>
                      </Text>
                    </Row>
                  )
                },
                { name: words.role, align: "tight", cell: (member) => roleSaid(member, words) },
                {
                  name: words.sees,
                  align: "tight",
                  wideOnly: true,
                  cell: (member) => <Text tone="2">{scopeSaid(member, words)}</Text>
                },
                {
                  name: words.secondFactor,
                  align: "tight",
                  wideOnly: true,
                  cell: ({ two_factor_enabled }) => (
                    <Badge tone={two_factor_enabled ? "good" : "watch"}>
                      {two_factor_enabled ? words.on : words.off}
                    </Badge>
                  )
                },
                {
                  name: words.lastSeen,
                  align: "end",
                  wideOnly: true,
                  cell: ({ last_sign_in_at }) => (
                    <Text tone="2" oneLine>
                      {last_sign_in_at === null ? words.never : <Ago at={last_sign_in_at} />}
                    </Text>
                  )
                },
                { name: words.actions, quiet: true, align: "end", cell: actions }
              ]}
            />
          )
        }}
      </Loaded>
      <Invites roles={roles} />
      {asked === "invite" && roles.length > 0 && <InviteDialog roles={roles} onClose={close} />}
      {asked !== undefined && asked !== "invite" && asked.kind === "change" && (
        <ChangeMemberDialog member={asked.member} roles={roles} onClose={close} />
      )}
      {asked !== undefined && asked !== "invite" && asked.kind === "remove" && (
        <RemoveMemberDialog member={asked.member} onClose={close} />
      )}
    </Page>
  )
}

/** Members and open invitations. */
export const Members = () => {
  const { failures } = useWords()
  const { may } = useMay()
  return may("members_manage") ? (
    <Inside />
  ) : (
    <Placeholder icon="lock" title={failures.denied.title} text={failures.denied.text("members_manage")} />
  )
}
