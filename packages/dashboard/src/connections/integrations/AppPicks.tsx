import { AppMark } from "#design/AppMark.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { OptionCard, OptionCards } from "#design/OptionCard.tsx"
import { Skeleton, Placeholder } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { useMay } from "#access/data.ts"
import { integrations } from "#platform/pages.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { useRevocable } from "./connected.ts"
import { connections } from "./data.ts"
import { useNames } from "./providers.ts"

/** Selects the apps to revoke, or confirms that there is no access. */
export const AppPicks = ({
  apps,
  noApps,
  onChange
}: {
  readonly apps: ReadonlyArray<string>
  /** Omitted if that can't be confirmed here. */
  readonly noApps?: boolean
  readonly onChange: (apps: ReadonlyArray<string>, noApps: boolean) => void
}) => {
  const words = useWords().newCase
  const nameOf = useNames()
  const { may } = useMay()
  const revocable = useRevocable() ?? []
  return (
    <Loaded of={connections} skeleton={<Skeleton width={62} tall />}>
      {(all) => {
        const others = all.map(({ service_name }) => service_name).filter((name) => !revocable.includes(name))
        return (
          <Stack gap={3}>
            {revocable.length === 0 ? (
              <Placeholder icon="plug" title={words.noneConnected} text={words.noneConnectedText}>
                {may("integrations_manage") && <LinkButton href={integrations()}>{words.connect}</LinkButton>}
              </Placeholder>
            ) : (
              <OptionCards label={words.apps} row>
                {revocable.map((service_name) => (
                  <OptionCard
                    key={service_name}
                    name={nameOf(service_name)}
                    mark={<AppMark of={service_name} name={nameOf(service_name)} size="small" />}
                    beside={words.takenAway}
                    chosen={noApps !== true && apps.includes(service_name)}
                    disabled={noApps === true}
                    onPick={(chosen) =>
                      onChange(chosen ? [...apps, service_name] : apps.filter((app) => app !== service_name), false)
                    }
                  />
                ))}
              </OptionCards>
            )}
            {noApps !== undefined && (
              <OptionCards label={words.noApps}>
                <OptionCard
                  name={words.noApps}
                  beside={may("access_revoke") ? words.noAppsText : words.noAppsLater}
                  chosen={noApps}
                  onPick={(chosen) => onChange(apps, chosen)}
                />
              </OptionCards>
            )}
            {others.length > 0 && (
              <Text as="p" size="small" tone="3">
                {words.byHandApps(others.map(nameOf).join(", "))}
              </Text>
            )}
          </Stack>
        )
      }}
    </Loaded>
  )
}
