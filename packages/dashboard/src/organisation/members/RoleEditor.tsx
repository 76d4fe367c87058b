import { type Permission, ScopeName } from "@svc/contract/kernel/permissions"
import { CreateRole, type OrganisationRole } from "@svc/contract/members/schema"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso/router"
import { useMay, useUser } from "#access/data.ts"
import { roleList } from "#access/members-data.ts"
import { Button, LinkButton, Submit } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { SelectField, TextField } from "#design/Field.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { Columns, Row, Text, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { roles as rolesPage } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { Page, PageSkeleton } from "#frame/Page.tsx"
import { toast } from "#frame/toasts.tsx"
import { changeRole, createRole } from "./data.ts"
import { DeleteRoleDialog } from "./DeleteRoleDialog.tsx"
import { DepartmentPicks } from "./DepartmentPicks.tsx"
import { PermissionTable } from "./PermissionTable.tsx"

/** Built-in roles for comparison, in the order of the list of roles. */
const beside = (roles: ReadonlyArray<OrganisationRole>) => roles.filter(({ built_in }) => built_in)

const Form = ({ of, roles }: { readonly of?: OrganisationRole; readonly roles: ReadonlyArray<OrganisationRole> }) => {
  const { common, members: words } = useWords()
  const { scope: mine } = useUser()
  const { route } = useLocation()
  const [permissions, setPermissions] = useState<ReadonlyArray<Permission>>(of?.permissions ?? ["offboardings_view"])
  const [departments, setDepartments] = useState<ReadonlyArray<string>>(of?.departments ?? [])
  const [deleting, setDeleting] = useState(false)
  const [scope, setScope] = useState<string>(of?.scope ?? "direct_reports")
  const form = useForm(
    CreateRole,
    { name: of?.name ?? "" },
    { permissions, scope, ...(scope === "departments" ? { departments } : {}) }
  )
  const done = () => {
    toast(words.roleSaved)
    route(rolesPage())
  }
  const creating = useAction(createRole, { onDone: done })
  const changing = useAction(changeRole, { onDone: done })
  const id = of?.id ?? null
  return (
    <Page
      title={of?.name ?? words.newRole}
      about={words.roleAbout}
      back={{ href: rolesPage(), name: words.rolesTitle }}
      actions={
        of !== undefined && (
          <Button icon="trash" variant="danger" onClick={() => setDeleting(true)}>
            {words.deleteRole}
          </Button>
        )
      }
    >
      <SubmitForm
        onSubmit={() =>
          form.submit((given) => (id === null ? creating.start(given) : changing.start({ id, changes: given })))
        }
      >
        <Stack>
          <Refusal of={creating.result} refusals={{ RoleNameTaken: () => words.nameTaken }} />
          <Refusal of={changing.result} refusals={{ RoleNameTaken: () => words.nameTaken }} />
          <Card title={words.role}>
            <Stack>
              <Columns>
                <TextField label={words.roleName} {...form.field("name")} />
                <SelectField
                  label={words.records}
                  value={scope}
                  choices={ScopeName.literals
                    .filter((name) => mine === "all" || name !== "all")
                    .map((name) => [name, words.scopes[name]] as const)}
                  onInput={setScope}
                />
              </Columns>
              {scope === "departments" && (
                <DepartmentPicks chosen={departments} wrong={form.wrong("departments")} onChange={setDepartments} />
              )}
            </Stack>
          </Card>
          <Card
            title={words.may}
            flush
            actions={<Text tone="3">{words.mayCount(permissions.length, Object.keys(words.permissions).length)}</Text>}
          >
            <PermissionTable roles={beside(roles)} edited={{ granted: permissions, onChange: setPermissions }} />
          </Card>
          <Row end>
            <LinkButton href={rolesPage()}>{common.cancel}</LinkButton>
            <Submit busy={creating.busy || changing.busy}>{words.saveRole}</Submit>
          </Row>
        </Stack>
      </SubmitForm>
      {deleting && of !== undefined && id !== null && (
        <DeleteRoleDialog id={id} name={of.name} onClose={() => setDeleting(false)} />
      )}
    </Page>
  )
}

/** Creates or edits a custom role: permissions and record access. */
export const RoleEditor = ({ id }: { readonly id: string }) => {
  const { failures, members: words } = useWords()
  const { may } = useMay()
  if (!may("members_manage")) {
    return <Placeholder icon="lock" title={failures.denied.title} text={failures.denied.text("members_manage")} />
  }
  return (
    <Loaded of={roleList(true)} skeleton={<PageSkeleton />}>
      {(roles) => {
        const found = roles.find((one) => one.id === id)
        if (id === "new") return <Form roles={roles} />
        return found === undefined ? (
          <Placeholder icon="search" {...failures.notFound}>
            <LinkButton href={rolesPage()}>{words.rolesTitle}</LinkButton>
          </Placeholder>
        ) : (
          <Form key={id} of={found} roles={roles} />
        )
      }}
    </Loaded>
  )
}
