import { EmailAddress } from "@svc/contract/kernel/text"
import { LeftBehindKind, type Successors as Named } from "@svc/contract/left-behind/schema"
import { Schema } from "effect"
import { useMay, useUser } from "#access/data.ts"
import { Submit } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { TextField } from "#design/Field.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { Columns, Facts, Row, Text, Stack } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { toast } from "#frame/toasts.tsx"
import { setSuccessors, successors } from "./data.ts"

const address = Schema.optionalKey(EmailAddress)

/** Optional email for each item kind. */
const ByKind = Schema.Struct({
  oauth_grant: address,
  personal_token: address,
  api_key: address,
  ssh_key: address,
  deploy_key: address,
  service_principal: address,
  agent: address,
  app_password: address,
  forwarding: address,
  delegate: address,
  ownership: address,
  schedule: address
} satisfies Readonly<Record<LeftBehindKind, unknown>>)

const kinds = LeftBehindKind.literals

const addressOf = ({ successors }: Named, kind: LeftBehindKind): string =>
  successors.find((one) => one.kind === kind)?.email ?? ""

const Form = ({ of }: { readonly of: Named }) => {
  const words = useWords().leftBehind
  const form = useForm(ByKind, {
    oauth_grant: addressOf(of, "oauth_grant"),
    personal_token: addressOf(of, "personal_token"),
    api_key: addressOf(of, "api_key"),
    ssh_key: addressOf(of, "ssh_key"),
    deploy_key: addressOf(of, "deploy_key"),
    service_principal: addressOf(of, "service_principal"),
    agent: addressOf(of, "agent"),
    app_password: addressOf(of, "app_password"),
    forwarding: addressOf(of, "forwarding"),
    delegate: addressOf(of, "delegate"),
    ownership: addressOf(of, "ownership"),
    schedule: addressOf(of, "schedule")
  })
  const saving = useAction(setSuccessors, { onDone: () => toast(words.successorsSaved) })
  return (
    <SubmitForm
      onSubmit={() =>
        form.submit((named) =>
          saving.start({
            successors: kinds.flatMap((kind) => {
              const email = named[kind]
              return email === undefined ? [] : [{ kind, email }]
            })
          })
        )
      }
    >
      <Card title={words.successors}>
        <Stack>
          <Text tone="2">{words.successorsText}</Text>
          <Refusal of={saving.result} />
          <Columns>
            {kinds.map((kind) => (
              <TextField
                key={kind}
                type="email"
                autoComplete="off"
                label={words.kinds[kind].many}
                {...form.field(kind)}
              />
            ))}
          </Columns>
          <Row end>
            <Submit busy={saving.busy}>{words.saveSuccessors}</Submit>
          </Row>
        </Stack>
      </Card>
    </SubmitForm>
  )
}

/** Read-only view. */
const Shown = ({ of }: { readonly of: Named }) => {
  const words = useWords().leftBehind
  return (
    <Card title={words.successors}>
      <Stack>
        <Text tone="2">{words.successorsText}</Text>
        <Facts facts={kinds.map((kind) => [words.kinds[kind].many, addressOf(of, kind) || words.manager])} />
      </Stack>
    </Card>
  )
}

/** Default owners by item kind, used when no owner is assigned to an item. */
export const Successors = () => {
  const { may } = useMay()
  const { scope } = useUser()
  return (
    <Loaded of={successors} skeleton={<Skeleton width={62} tall />}>
      {(of) => (may("access_revoke") && scope === "all" ? <Form of={of} /> : <Shown of={of} />)}
    </Loaded>
  )
}
