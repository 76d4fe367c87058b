import { type Integration, OwnSetting } from "@svc/contract/integrations/schema"
import { Card } from "#design/Card.tsx"
import { Stack } from "#design/layout.tsx"
import { OptionCard, OptionCards } from "#design/OptionCard.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { toast } from "#frame/toasts.tsx"
import { switchAutoReply, switchConnection, switchDriveTransfer } from "./changes-data.ts"

/** Apps that have each setting, and its default. */
const settings: Readonly<Record<OwnSetting, { readonly of: ReadonlyArray<string>; readonly otherwise: boolean }>> = {
  auto_reply_enabled: { of: ["google-workspace", "azure-ad"], otherwise: true },
  drive_transfer_enabled: { of: ["google-workspace"], otherwise: false }
}

const actions = { auto_reply_enabled: switchAutoReply, drive_transfer_enabled: switchDriveTransfer }

/** One setting; a refusal is shown below it. */
const OwnSwitch = ({ name, of: { config, id } }: { readonly name: OwnSetting; readonly of: Integration }) => {
  const words = useWords().integrations
  const change = useAction(actions[name], { onDone: () => toast(words.saved) })
  const value = config?.[name]
  const said = {
    auto_reply_enabled: [words.autoReply, words.autoReplyText],
    drive_transfer_enabled: [words.drive, words.driveText]
  } as const
  return (
    <>
      <OptionCard
        name={said[name][0]}
        beside={said[name][1]}
        chosen={
          (change.busy ? change.asked?.enabled : undefined) ??
          (typeof value === "boolean" ? value : settings[name].otherwise)
        }
        disabled={change.busy}
        onPick={(enabled) => change.start({ id, enabled })}
      />
      <Refusal of={change.result} />
    </>
  )
}

/** Settings that can be changed without reconnecting. */
export const Settings = ({ of }: { readonly of: Integration }) => {
  const words = useWords().integrations
  const use = useAction(switchConnection, { onDone: () => toast(words.saved) })
  return (
    <Card title={words.settings}>
      <Stack gap={2}>
        <OptionCards label={words.settings}>
          <OptionCard
            name={words.use}
            beside={words.useText}
            chosen={(use.busy ? use.asked?.enabled : undefined) ?? of.connection_status}
            disabled={use.busy}
            onPick={(enabled) => use.start({ id: of.id, enabled })}
          />
          {OwnSetting.literals
            .filter((name) => settings[name].of.includes(of.service_name))
            .map((name) => (
              <OwnSwitch key={name} name={name} of={of} />
            ))}
        </OptionCards>
        <Refusal of={use.result} />
      </Stack>
    </Card>
  )
}
