import { ScopeName } from "@svc/contract/kernel/permissions"
import type { OrganisationRole } from "@svc/contract/members/schema"
import { useState } from "preact/hooks"
import { SelectField } from "#design/Field.tsx"
import { Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { DepartmentPicks } from "./DepartmentPicks.tsx"
import { choiceOf, givenRole, scopeSaid, useGrantable } from "./scope.ts"

interface Holding {
  /** Form value, see `choiceOf`. */
  readonly role: string
  /** Empty: the role's own. */
  readonly scope: ScopeName | ""
  readonly departments: ReadonlyArray<string>
}

const isScope = (text: string): text is ScopeName => ScopeName.literals.some((name) => name === text)

/** Role and record access, as form state and as the contract takes them. */
export const useHolding = (initial: Holding) => {
  const [holding, setHolding] = useState(initial)
  return {
    holding,
    change: (changes: Partial<Holding>) => setHolding((before) => ({ ...before, ...changes })),
    given: {
      ...givenRole(holding.role),
      scope: holding.scope === "" ? null : holding.scope,
      ...(holding.scope === "departments" ? { departments: holding.departments } : {})
    }
  }
}

/** Fields for role and record access. */
export const HoldingFields = ({
  of: { change, holding },
  roles,
  wrong
}: {
  readonly of: ReturnType<typeof useHolding>
  readonly roles: ReadonlyArray<OrganisationRole>
  readonly wrong: string | undefined
}) => {
  const words = useWords().members
  const choices = useGrantable(roles)
  const chosen = roles.find((role) => choiceOf(role) === holding.role)
  const isSuperAdmin = holding.role === "built-in superadmin"
  return (
    <Stack>
      <SelectField
        label={words.role}
        value={holding.role}
        choices={choices}
        required
        onInput={(role) => change(role === "built-in superadmin" ? { role, scope: "" } : { role })}
      />
      {!isSuperAdmin && (
        <SelectField
          label={words.records}
          value={holding.scope}
          choices={[
            ["", words.asRole(chosen === undefined ? "" : scopeSaid(chosen, words))],
            ...ScopeName.literals.map((name) => [name, words.scopes[name]] as const)
          ]}
          onInput={(scope) => change({ scope: isScope(scope) ? scope : "" })}
        />
      )}
      {holding.scope === "departments" && (
        <DepartmentPicks
          chosen={holding.departments}
          wrong={wrong}
          onChange={(departments) => change({ departments })}
        />
      )}
    </Stack>
  )
}
