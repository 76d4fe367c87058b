import { Permission } from "@svc/contract/kernel/permissions"
import type { OrganisationRole } from "@svc/contract/members/schema"
import { useMay } from "#access/data.ts"
import { Checkbox } from "#design/Field.tsx"
import { Icon } from "#design/Icon.tsx"
import { Text } from "#design/layout.tsx"
import { Table } from "#design/Table.tsx"
import { type Words, useWords } from "#languages/words.ts"
import { choiceOf, nameOf } from "./scope.ts"

type Group = keyof Words["members"]["groups"]

/** Group of each permission; exhaustive, so a new permission must be placed. */
const groups: Readonly<Record<Permission, Group>> = {
  offboardings_view: "offboardings",
  offboardings_create: "offboardings",
  offboardings_edit: "offboardings",
  offboardings_delete: "offboardings",
  checklists_manage: "offboardings",
  legal_hold_manage: "offboardings",
  employees_manage: "people",
  assets_view: "people",
  assets_manage: "people",
  access_revoke: "people",
  compliance_view: "proof",
  compliance_manage: "proof",
  audit_view: "proof",
  audit_export: "proof",
  analytics_view: "proof",
  analytics_export: "proof",
  settings_manage: "organisation",
  integrations_manage: "organisation",
  members_manage: "organisation"
}

const order: ReadonlyArray<Permission> = (["offboardings", "people", "proof", "organisation"] as const).flatMap(
  (group) => Permission.literals.filter((one) => groups[one] === group)
)

/** Permission matrix by role; `edited` adds a column of checkboxes for the role being edited. */
export const PermissionTable = ({
  edited,
  roles
}: {
  readonly roles: ReadonlyArray<OrganisationRole>
  readonly edited?: {
    readonly granted: ReadonlyArray<Permission>
    readonly onChange: (granted: ReadonlyArray<Permission>) => void
  }
}) => {
  const words = useWords().members
  const { may } = useMay()
  return (
    <Table
      label={words.permissionTable}
      rows={order}
      keyOf={(permission) => permission}
      groupOf={(permission) => words.groups[groups[permission]]}
      columns={[
        ...(edited === undefined
          ? []
          : [
              {
                name: words.thisRole,
                align: "tight" as const,
                cell: (permission: Permission) => (
                  <Checkbox
                    label={words.permissions[permission].name}
                    checked={edited.granted.includes(permission)}
                    disabled={!may(permission)}
                    onTick={(isGranted) =>
                      edited.onChange(
                        Permission.literals.filter((one) =>
                          one === permission ? isGranted : edited.granted.includes(one)
                        )
                      )
                    }
                  />
                )
              }
            ]),
        {
          name: words.permission,
          align: "main",
          cell: (permission) => (
            <Text as="div">
              {words.permissions[permission].name}
              <Text as="div" size="small" tone="3">
                {edited !== undefined && !may(permission) ? words.notYours : words.permissions[permission].text}
              </Text>
            </Text>
          )
        },
        ...roles.map((role) => ({
          name: nameOf(role, words),
          align: "tight" as const,
          ...(edited === undefined ? {} : { wideOnly: true }),
          cell: (permission: Permission) =>
            role.permissions.includes(permission) ? (
              <Icon name="check" tone="good" label={words.yes} key={choiceOf(role)} />
            ) : (
              <Text tone="3">–</Text>
            )
        }))
      ]}
    />
  )
}
