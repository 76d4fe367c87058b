import {
  ConfigureGlobalTokenRevocation,
  type GlobalTokenRevocationSettings
} from "@svc/contract/global-token-revocation/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Badge } from "#design/Badge.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Copy } from "#design/Copy.tsx"
import { TextField } from "#design/Field.tsx"
import { Code, Facts, Row, Text, Stack } from "#design/layout.tsx"
import { OptionCard, OptionCards } from "#design/OptionCard.tsx"
import { TableSkeleton } from "#design/Table.tsx"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { Ago } from "#platform/Ago.tsx"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { useForm } from "#platform/form.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { configureUniversalLogout, removeUniversalLogout, universalLogout } from "./data.ts"

/** Trusted token issuer, its keys, and whether API keys end as well. */
const SetUpDialog = ({ of, onClose }: { readonly of: GlobalTokenRevocationSettings; readonly onClose: () => void }) => {
  const words = useWords().universalLogout
  const [endsKeys, setEndsKeys] = useState(of.revoke_api_keys)
  const form = useForm(
    ConfigureGlobalTokenRevocation,
    { issuer: of.issuer ?? "", jwks_url: of.jwks_url ?? "", caller_id: of.caller_id ?? "" },
    { revoke_api_keys: endsKeys }
  )
  const saving = useDialogAction(configureUniversalLogout, words.saved, onClose)
  return (
    <ActionDialog
      title={of.enabled ? words.change : words.setUp}
      why={words.why}
      wide
      onClose={onClose}
      onSubmit={() => form.submit(saving.start)}
      act={saving}
      confirm={words.save}
    >
      <TextField label={words.issuer} help={words.issuerHelp} autoComplete="off" {...form.field("issuer")} />
      <TextField label={words.keys} help={words.keysHelp} autoComplete="off" {...form.field("jwks_url")} />
      <TextField label={words.caller} help={words.callerHelp} autoComplete="off" {...form.field("caller_id")} />
      <OptionCards label={words.apiKeys}>
        <OptionCard name={words.endKeys} beside={words.endKeysText} chosen={endsKeys} onPick={setEndsKeys} />
      </OptionCards>
    </ActionDialog>
  )
}

const RemoveDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const words = useWords().universalLogout
  return (
    <ConfirmDialog
      action={removeUniversalLogout}
      arg={undefined}
      title={words.removeTitle}
      why={words.removeText}
      confirm={words.remove}
      done={words.removed}
      onClose={onClose}
    />
  )
}

const Shown = ({ of }: { readonly of: GlobalTokenRevocationSettings }) => {
  const words = useWords().universalLogout
  const { isSuperAdmin } = useMay()
  const [open, setOpen] = useState<"set up" | "remove" | undefined>(undefined)
  const close = () => setOpen(undefined)
  return (
    <Card
      title={words.title}
      actions={<Badge tone={of.enabled ? "good" : "calm"}>{of.enabled ? words.on : words.off}</Badge>}
    >
      <Stack>
        <Text tone="2">{words.about}</Text>
        <Stack gap={1}>
          <Text size="small" tone="2">
            {words.endpoint}
          </Text>
          <Copy text={of.endpoint_url} />
        </Stack>
        {of.enabled && (
          <Facts
            facts={[
              [words.issuer, <Code>{of.issuer}</Code>],
              [words.keys, of.jwks_url === null ? words.certificates : <Code>{of.jwks_url}</Code>],
              [words.caller, of.caller_id === null ? words.anyApp : <Code>{of.caller_id}</Code>],
              [words.apiKeys, of.revoke_api_keys ? words.endKeys : words.keepKeys],
              [words.updated, of.updated_at === null ? "–" : <Ago at={of.updated_at} />]
            ]}
          />
        )}
        {!isSuperAdmin && (
          <Text size="small" tone="3">
            {words.onlySuper}
          </Text>
        )}
        <Row end>
          {of.enabled && (
            <Button variant="danger" onClick={() => setOpen("remove")}>
              {words.remove}
            </Button>
          )}
          {isSuperAdmin && <Button onClick={() => setOpen("set up")}>{of.enabled ? words.change : words.setUp}</Button>}
        </Row>
      </Stack>
      {open === "set up" && <SetUpDialog of={of} onClose={close} />}
      {open === "remove" && <RemoveDialog onClose={close} />}
    </Card>
  )
}

/** Global token revocation by the identity provider. */
export const UniversalLogout = () => (
  <Loaded of={universalLogout} skeleton={<TableSkeleton columns={2} rows={3} />}>
    {(settings) => <Shown of={settings} />}
  </Loaded>
)
