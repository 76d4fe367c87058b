import {
  PlayScim,
  ScimClinicProvider,
  type ScimClinicReport,
  type ScimClinicStep
} from "@svc/contract/scim/clinic-schema"
import { AsyncResult } from "effect/reactivity"
import { Badge } from "#design/Badge.tsx"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { CodeBlock } from "#design/CodeBlock.tsx"
import { Disclosure } from "#design/Disclosure.tsx"
import { SelectField, TextField } from "#design/Field.tsx"
import { Code, Columns, Row, Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { playScim } from "./data.ts"

const written = (value: ScimClinicStep["body"], nothing: string) =>
  value === null ? nothing : JSON.stringify(value, null, 2)

/** One call: purpose, request, response, and finding. */
const Step = ({ of, place }: { readonly of: ScimClinicStep; readonly place: number }) => {
  const words = useWords().scim
  const { answer, body, call, finding, method, note, path, status } = of
  const { means, name } = words.calls[call]
  return (
    <Disclosure
      summary={
        <Row gap={2}>
          <Badge tone={finding === null ? "good" : "bad"}>{finding === null ? words.fine : words.problem}</Badge>
          <Text strong>
            {place}. {name}
          </Text>
          <Text size="small" tone="3">
            <Code>
              {method} {path.split("?")[0]} → {status}
            </Code>
          </Text>
          {finding !== null && <Text tone="bad">{words.findings[finding].title}</Text>}
        </Row>
      }
    >
      {() => (
        <Stack gap={2}>
          <Text as="p">{means}</Text>
          {finding !== null && (
            <Banner tone="bad" title={words.findings[finding].title}>
              {words.findings[finding].text}
            </Banner>
          )}
          <Text size="small" tone="2">
            {words.sends}
          </Text>
          <CodeBlock
            label={words.sends}
            text={`${method} ${decodeURIComponent(path)}${body === null ? "" : `\n\n${written(body, "")}`}`}
          />
          <Text size="small" tone="2">
            {words.answered}
          </Text>
          <CodeBlock label={words.answered} text={`${status}\n\n${written(answer, words.nothing)}`} />
          {note !== null && (
            <Text tone="2">
              {words.cameOf}: {note}
            </Text>
          )}
        </Stack>
      )}
    </Disclosure>
  )
}

const Report = ({ of }: { readonly of: ScimClinicReport }) => {
  const words = useWords().scim
  const { findings, last_request_at, ok, provider, steps } = of
  const wrong = findings.length + steps.filter(({ finding }) => finding !== null).length
  return (
    <Stack gap={3}>
      {ok ? (
        <Banner tone="good" title={words.well(words.providers[provider])}>
          {words.wellText(steps.length)} {last_request_at === null && words.neverCalled}
        </Banner>
      ) : (
        <Banner tone="bad" title={words.unwell(wrong)} />
      )}
      {findings.map((finding) => (
        <Banner key={finding} tone="watch" title={words.findings[finding].title}>
          {words.findings[finding].text}
        </Banner>
      ))}
      <div>
        {steps.map((step, place) => (
          <Step key={step.call} of={step} place={place + 1} />
        ))}
      </div>
    </Stack>
  )
}

/** SCIM diagnostics: simulates a provider's calls against the organization's setup and lists problems. */
export const Clinic = () => {
  const words = useWords().scim
  const form = useForm(PlayScim, { provider: "okta", token: "", base_url: "" })
  const playing = useAction(playScim)
  return (
    <Card title={words.clinic}>
      <Stack>
        <Text tone="2">{words.clinicText}</Text>
        <Columns>
          <SelectField
            label={words.whose}
            choices={ScimClinicProvider.literals.map((provider) => [provider, words.providers[provider]] as const)}
            {...form.field("provider")}
          />
          <TextField
            label={words.pastedToken}
            help={words.pastedTokenHelp}
            type="password"
            autoComplete="off"
            {...form.field("token")}
          />
          <TextField
            label={words.pastedAddress}
            help={words.pastedAddressHelp}
            autoComplete="off"
            {...form.field("base_url")}
          />
        </Columns>
        <Row end>
          <Button icon="list-checks" busy={playing.busy} onClick={() => form.submit(playing.start)}>
            {words.play}
          </Button>
        </Row>
        <Refusal of={playing.result} />
        {AsyncResult.isSuccess(playing.result) && !playing.busy && <Report of={playing.result.value} />}
      </Stack>
    </Card>
  )
}
