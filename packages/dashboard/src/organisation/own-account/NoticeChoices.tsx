import { type NotificationPreferences, NotificationType } from "@svc/contract/notifications/schema"
import { Card } from "#design/Card.tsx"
import { Checkbox } from "#design/Field.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { Refusal } from "#platform/failures.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { registry, useAtomValue } from "#state/registry.ts"
import { choices, choose, type Way } from "./data.ts"

const Box = ({
  of: { preferences },
  type,
  way
}: {
  readonly of: NotificationPreferences
  readonly type: NotificationType
  readonly way: Way
}) => {
  const words = useWords().ownAccount.notices
  const box = choose(`${type} ${way}`)
  const result = useAtomValue(box)
  return (
    <Stack gap={1}>
      <Checkbox
        label={`${words.kinds[type]}: ${way === "email" ? words.byMail : words.inApp}`}
        checked={preferences[type][way]}
        onTick={(on) => registry.set(box, on)}
      />
      <Refusal of={result} />
    </Stack>
  )
}

/** Notification preferences in the current organization. */
export const NoticeChoices = () => {
  const { ownAccount } = useWords()
  const words = ownAccount.notices
  return (
    <Stack gap={3}>
      <Text tone="2">{words.text}</Text>
      <Card flush>
        <Loaded of={choices} skeleton={<TableSkeleton columns={3} rows={13} />}>
          {(preferences) => (
            <Table
              label={ownAccount.tabs.notifications}
              rows={NotificationType.literals}
              keyOf={(type) => type}
              columns={[
                { name: words.kind, cell: (type) => words.kinds[type], align: "main" },
                {
                  name: words.inApp,
                  cell: (type) => <Box of={preferences} type={type} way="in_app" />,
                  align: "tight"
                },
                { name: words.byMail, cell: (type) => <Box of={preferences} type={type} way="email" />, align: "tight" }
              ]}
            />
          )}
        </Loaded>
      </Card>
    </Stack>
  )
}
