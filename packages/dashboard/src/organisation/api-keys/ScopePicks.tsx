import { ApiScope } from "@svc/contract/kernel/permissions"
import { Pick, Picks } from "#design/Pick.tsx"
import { useWords } from "#languages/words.ts"

/** Scope choices with their descriptions. */
export const ScopePicks = ({
  chosen,
  onChange
}: {
  readonly chosen: ReadonlyArray<ApiScope>
  readonly onChange: (chosen: ReadonlyArray<ApiScope>) => void
}) => {
  const words = useWords().apiKeys
  return (
    <Picks label={words.scopes}>
      {ApiScope.literals.map((scope) => (
        <Pick
          name={scope}
          beside={words.allows[scope]}
          chosen={chosen.includes(scope)}
          onPick={(picked) =>
            onChange(ApiScope.literals.filter((one) => (one === scope ? picked : chosen.includes(one))))
          }
        />
      ))}
    </Picks>
  )
}
