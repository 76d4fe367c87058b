import { Card } from "#design/Card.tsx"
import { CheckboxField } from "#design/Field.tsx"
import { Stack, Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useLetters } from "#platform/shortcuts.ts"

/** Turns the shortcuts by single letters on or off, for this browser. */
export const Shortcuts = () => {
  const words = useWords().ownAccount.shortcuts
  const { isOn, turn } = useLetters()
  return (
    <Card title={words.title}>
      <Stack gap={3}>
        <CheckboxField label={words.letters} checked={isOn} onTick={turn} />
        <Text size="small" tone="2">
          {words.help}
        </Text>
      </Stack>
    </Card>
  )
}
