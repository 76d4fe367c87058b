import { ApiScope } from "@svc/contract/kernel/permissions"
import { OptionCard, OptionCards } from "#design/OptionCard.tsx"
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
    <OptionCards label={words.scopes}>
      {ApiScope.literals.map((scope) => (
        <OptionCard
          name={scope}
          beside={words.allows[scope]}
          chosen={chosen.includes(scope)}
          onPick={(picked) =>
            onChange(ApiScope.literals.filter((one) => (one === scope ? picked : chosen.includes(one))))
          }
        />
      ))}
    </OptionCards>
  )
}
