import type { InitiationDetails, Proposal } from "@svc/contract/initiations/schema"
import { Banner } from "#design/Banner.tsx"
import { Card } from "#design/Card.tsx"
import { Facts, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { initiationProposal } from "./data.ts"

const Shown = ({ proposal }: { readonly proposal: Proposal }) => {
  const words = useWords().initiations.proposal
  const { agent, api_key_name, changes, kind, plan, plan_digest } = proposal
  return (
    <Stack>
      <Banner tone="watch" title={words.by(agent)}>
        <Text as="p">{words.kinds[kind]}</Text>
        <Text as="p" size="small">
          {words.unproved(api_key_name)}
        </Text>
      </Banner>
      {changes.length > 0 && (
        <Banner tone="bad" title={words.changed}>
          {changes.map(({ is, part, was }) => (
            <Text as="p" key={part}>
              {words.change(words.part(part), was, is)}
            </Text>
          ))}
        </Banner>
      )}
      <Card title={words.plan}>
        <Facts
          facts={[
            ...plan.map(({ part, says }): readonly [string, string] => [words.part(part), says ?? words.asShown]),
            [words.digest, plan_digest.slice(0, 16)] as const
          ]}
        />
      </Card>
    </Stack>
  )
}

/** The assistant that proposed the request, and the exact plan to approve. */
export const Proposed = ({ details }: { readonly details: InitiationDetails }) => (
  <Loaded of={initiationProposal(details.id)} skeleton={null} refusals={{ InitiationNotFound: () => null }}>
    {({ proposal }) => (proposal === null ? null : <Shown proposal={proposal} />)}
  </Loaded>
)
