import { memberList } from "#access/members-data.ts"
import { Card } from "#design/Card.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { members, ownAccountTab } from "#platform/pages.ts"
import { Loaded } from "#platform/Loaded.tsx"

/** 2FA adoption of the members. */
export const Security = () => {
  const words = useWords().organisationSettings
  return (
    <Card title={words.secondFactorTitle}>
      <Loaded of={memberList(true)} skeleton={<Skeleton width={62} />}>
        {(all) => {
          const without = all.filter(({ two_factor_enabled }) => !two_factor_enabled)
          return (
            <Stack gap={3}>
              <Text tone={without.length > 0 ? "watch" : "good"} strong>
                {words.withFactor(all.length - without.length, all.length)}
              </Text>
              <Text tone="2">{words.secondFactorText}</Text>
              {without.length > 0 && (
                <Text size="table">{words.without(without.map(({ full_name }) => full_name))}</Text>
              )}
              <Row>
                {without.length > 0 && <LinkButton href={`${members()}?factor=off`}>{words.openMembers}</LinkButton>}
                <LinkButton href={ownAccountTab({ tab: "security" })}>{words.openOwn}</LinkButton>
              </Row>
            </Stack>
          )
        }}
      </Loaded>
    </Card>
  )
}
