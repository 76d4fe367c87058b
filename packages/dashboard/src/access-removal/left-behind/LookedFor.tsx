import { useMay, useUser } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { toast } from "#frame/toasts.tsx"
import { settings, turn } from "./data.ts"

const Switch = ({ on }: { readonly on: boolean }) => {
  const words = useWords().leftBehind
  const { may } = useMay()
  const { scope } = useUser()
  const turning = useAction(turn, { onDone: ({ on }) => toast(on ? words.turnedOn : words.turnedOff) })
  const button = may("settings_manage") && scope === "all" && (
    <Button
      size="small"
      variant={on ? "tertiary" : "primary"}
      busy={turning.busy}
      onClick={() => turning.start({ on: !on })}
    >
      {on ? words.turnOff : words.turnOn}
    </Button>
  )
  return (
    <Stack gap={2}>
      <Refusal of={turning.result} />
      {on ? (
        <Row apart gap={2}>
          <Text tone="2">{words.isOn}</Text>
          {button}
        </Row>
      ) : (
        <Banner tone="watch" title={words.isOff}>
          <Text>{words.isOffText}</Text>
          {button || <Text tone="2">{words.askForIt}</Text>}
        </Banner>
      )}
    </Stack>
  )
}

/** Scan setting: shows whether scanning is on, and the button to change it. */
export const LookedFor = () => (
  <Loaded of={settings} skeleton={null}>
    {({ on }) => <Switch on={on} />}
  </Loaded>
)
