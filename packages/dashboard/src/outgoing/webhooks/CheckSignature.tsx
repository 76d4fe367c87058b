import { DeliveryId, type WebhookId } from "@svc/contract/kernel/ids"
import type { DeliveryDetail } from "@svc/contract/webhooks/schema"
import { Option, Schema } from "effect"
import { useState } from "preact/hooks"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Copy } from "#design/Copy.tsx"
import { AreaField, TextField } from "#design/Field.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { Row, Text, Split, Stack } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { delivery, findDelivery } from "./data.ts"
import { sentHeaders } from "./sent-headers.ts"
import { check, type Got, headersOf, signaturesOf, type Verdict } from "./signature-check.ts"

const readDeliveryId = Schema.decodeUnknownOption(DeliveryId)

interface Found {
  readonly verdict: Verdict
  readonly signatures: Awaited<ReturnType<typeof signaturesOf>>
}

const judge = async (got: Got): Promise<Found> => ({
  verdict: await check(got),
  signatures: await signaturesOf(got.secret === "" ? " " : got.secret, got.body, headersOf(got.headers))
})

const Judged = ({ found: { signatures, verdict } }: { readonly found: Found }) => {
  const words = useWords().webhooks
  const { span } = useFormat()
  if (verdict.genuine) return <Banner tone="good" title={words.genuine} />
  const { text, title } = words.wrong[verdict.wrong]
  return (
    <Stack gap={2}>
      <Banner tone="bad" title={title}>
        {text}
        {verdict.seconds !== undefined && ` ${words.clockOff(span(verdict.seconds * 1000))}`}
      </Banner>
      <Text size="table" tone="2">
        {words.expected}
      </Text>
      <Copy text={`X-Svc-Signature: ${signatures.whole}`} />
      {signatures.standard !== undefined && <Copy text={`webhook-signature: ${signatures.standard}`} />}
    </Stack>
  )
}

const Form = ({ id, of }: { readonly id: WebhookId; readonly of?: DeliveryDetail }) => {
  const words = useWords().webhooks
  const [secret, setSecret] = useState("")
  const [body, setBody] = useState(of === undefined ? "" : JSON.stringify(of.payload))
  const [headers, setHeaders] = useState(of === undefined ? "" : sentHeaders(of))
  const [found, setFound] = useState<Found>()
  const got = () => ({ secret, body, headers, now: Date.now() })
  const search = useAction(findDelivery, {
    onDone: ({ payload }) => void judge({ ...got(), sent: payload }).then(setFound)
  })
  const submit = async () => {
    const first = await judge(got())
    const deliveryId = readDeliveryId(headersOf(headers)["webhook-id"] ?? headersOf(headers)["x-svc-delivery"])
    setFound(first)
    // The sent payload shows which of the two is wrong.
    if (!first.verdict.genuine && first.verdict.wrong === "secretOrBody" && Option.isSome(deliveryId))
      search.start({ id, deliveryId: deliveryId.value })
  }
  const change = (set: (text: string) => void) => (text: string) => {
    setFound(undefined)
    search.reset()
    set(text)
  }
  return (
    <Split even>
      <Card title={words.checkTitle}>
        <SubmitForm
          onSubmit={() => {
            void submit()
          }}
        >
          <Stack>
            <TextField
              label={words.secret}
              help={words.secretHelp}
              code
              autoComplete="off"
              value={secret}
              onInput={change(setSecret)}
            />
            <AreaField label={words.body} help={words.bodyHelp} code value={body} onInput={change(setBody)} />
            <AreaField
              label={words.headers}
              help={words.headersHelp}
              code
              value={headers}
              onInput={change(setHeaders)}
            />
            <Row>
              <Button variant="primary" type="submit" icon="shield-check" busy={search.busy}>
                {words.check}
              </Button>
            </Row>
          </Stack>
        </SubmitForm>
      </Card>
      <Card title={words.result}>
        <Stack gap={3}>
          {found === undefined ? (
            <Text as="p" tone="2">
              {words.checkText}
            </Text>
          ) : (
            <Judged found={found} />
          )}
          <Refusal of={search.result} refusals={{ DeliveryNotFound: () => words.notOfThis }} />
        </Stack>
      </Card>
    </Split>
  )
}

/** Diagnoses why a receiver rejects a delivery. Runs in the browser, so the secret is not sent. */
export const CheckSignature = ({ id }: { readonly id: WebhookId }) => {
  const words = useWords().webhooks
  const [search] = useSearch({ delivery: DeliveryId })
  // `crypto.subtle` needs a secure context.
  if (!isSecureContext) return <Banner tone="watch" title={words.insecure} />
  if (search.delivery === undefined) return <Form id={id} />
  return (
    <Loaded
      of={delivery({ id, deliveryId: search.delivery })}
      skeleton={<Skeleton width={62} tall />}
      refusals={{ DeliveryNotFound: () => <Form id={id} />, WebhookNotFound: () => <Form id={id} /> }}
    >
      {(found) => <Form id={id} of={found} />}
    </Loaded>
  )
}
