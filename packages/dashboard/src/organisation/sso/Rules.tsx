import { ConfigureSso, type SsoSettings } from "@svc/contract/sso/schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { AreaField } from "#design/Field.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { OptionCard, OptionCards } from "#design/OptionCard.tsx"
import { useWords } from "#languages/words.ts"
import { memberList } from "#access/members-data.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { toast } from "#frame/toasts.tsx"
import { configureSso } from "./data.ts"

type Ids = SsoSettings["bypass_user_ids"]

/** Members exempt from enforcement; only Super Admins choose. */
const Exempt = ({ chosen, onChoose }: { readonly chosen: Ids; readonly onChoose: (chosen: Ids) => void }) => {
  const words = useWords().sso
  const members = useQuery(memberList(true))
  if (!AsyncResult.isSuccess(members)) return null
  return (
    <Stack gap={2}>
      <Text strong>{words.exempt}</Text>
      <Text size="small" tone="3">
        {words.exemptText}
      </Text>
      <OptionCards label={words.exempt}>
        {members.value.map(({ email, full_name, user_id }) => (
          <OptionCard
            key={user_id}
            name={full_name}
            beside={email}
            chosen={chosen.includes(user_id)}
            onPick={(isChosen) => onChoose(isChosen ? [...chosen, user_id] : chosen.filter((id) => id !== user_id))}
          />
        ))}
      </OptionCards>
    </Stack>
  )
}

/** SSO enforcement, allowed domains, and exemptions. */
export const Rules = ({ of }: { readonly of: SsoSettings }) => {
  const words = useWords().sso
  const { isSuperAdmin, may } = useMay()
  const [enforced, setEnforced] = useState(of.enforce_sso)
  const [domains, setDomains] = useState(of.domains.join("\n"))
  const [exempt, setExempt] = useState(of.bypass_user_ids)
  const [isSure, setSure] = useState(false)
  const form = useForm(
    ConfigureSso,
    {},
    {
      enforce_sso: enforced,
      domains: domains.split(/[\s,]+/).filter((domain) => domain !== ""),
      ...(isSuperAdmin ? { bypass_user_ids: exempt } : {})
    }
  )
  const saving = useAction(configureSso, {
    onDone: () => {
      setSure(false)
      toast(words.saved)
    }
  })
  const refusal = <Refusal of={saving.result} />
  const save = () => form.submit(saving.start)
  return (
    <Card title={words.rules}>
      <Stack>
        {!isSure && refusal}
        <OptionCards label={words.rules}>
          <OptionCard name={words.enforce} beside={words.enforceText} chosen={enforced} onPick={setEnforced} />
        </OptionCards>
        <AreaField
          label={words.domains}
          help={words.domainsHelp}
          code
          value={domains}
          wrong={form.wrong("domains")}
          onInput={setDomains}
        />
        {isSuperAdmin && may("members_manage") && <Exempt chosen={exempt} onChoose={setExempt} />}
        <Row end>
          <Button busy={saving.busy && !isSure} onClick={enforced && !of.enforce_sso ? () => setSure(true) : save}>
            {words.save}
          </Button>
        </Row>
      </Stack>
      {isSure && (
        <Dialog
          title={words.enforceTitle}
          why={words.enforceWhy}
          onClose={() => setSure(false)}
          onSubmit={save}
          actions={
            <DialogActions variant="danger" busy={saving.busy} onDecline={() => setSure(false)}>
              {words.enforceDo}
            </DialogActions>
          }
        >
          {refusal}
          <Text tone="2">{words.enforceEnds}</Text>
          {exempt.length === 0 && <Banner tone="watch" title={words.enforceNobody} />}
        </Dialog>
      )}
    </Card>
  )
}
