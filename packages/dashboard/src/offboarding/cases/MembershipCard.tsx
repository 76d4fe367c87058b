import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { DepartingMember } from "@svc/contract/offboardings/lifecycle-schema"
import { Card } from "#design/Card.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { membershipOf } from "#records/data.ts"

const Member = ({ member }: { readonly member: DepartingMember }) => {
  const words = useWords().caseDetail.membership
  return (
    <Stack gap={2}>
      <Text as="p">{words.ends(member.full_name, member.role_name, member.api_keys)}</Text>
      {member.handover.length > 0 && (
        <Text as="div" tone="bad">
          {words.first}
          <ul>
            {member.handover.map(({ kind, name }) => (
              <li key={`${kind} ${name}`}>{words.handover[kind](name)}</li>
            ))}
          </ul>
        </Text>
      )}
    </Stack>
  )
}

/** For a departing employee who is a member: what completing the offboarding ends. Empty for others. */
export const MembershipCard = ({ id }: { readonly id: OffboardingId }) => {
  const words = useWords().caseDetail.membership
  return (
    <Loaded of={membershipOf(id)} skeleton={null} refusals={{ OffboardingNotFound: () => null }}>
      {({ members }) =>
        members.length === 0 ? null : (
          <Card title={words.title}>
            <Stack gap={2}>
              {members.map((member) => (
                <Member member={member} key={member.user_id} />
              ))}
            </Stack>
          </Card>
        )
      }
    </Loaded>
  )
}
