import { isSecret } from "@svc/contract/integrations/connect-bodies"
import type { Integration } from "@svc/contract/integrations/schema"
import type { ConnectedItTickets } from "@svc/contract/it-tickets/schema"
import { type Effect, Record, type Schema, Struct } from "effect"
import type { FunctionComponent } from "preact"
import { useState } from "preact/hooks"
import { Banner } from "#design/Banner.tsx"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { AreaField, SelectField, TextField } from "#design/Field.tsx"
import { Columns, Text } from "#design/layout.tsx"
import { useWords, type Words } from "#languages/words.ts"
import { type Action, useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import type { connectCalendly, connectSms, connectTarget, connectTeams, connectTickets } from "./changes-data.ts"

type FieldName = keyof Words["connecting"]["fields"]

/** Input kind of a field: text, password, text area, one value per line, or a select. */
type Typed = "text" | "secret" | "area" | "lines" | ReadonlyArray<string>

/** One way to connect an app: its fields and fixed values. */
interface Way<Name extends string> {
  /** Omitted if there is only one way. */
  readonly name?: keyof Words["connecting"]["variants"]
  readonly fixed?: Readonly<Record<string, string>>
  readonly fields: { readonly [N in Name]?: Typed }
  /** Fields that are optional in the schema but required for this way. */
  readonly needs?: ReadonlyArray<NoInfer<Name>>
}

/** Errors of all connect routes. */
type ConnectFailure = Effect.Error<
  ReturnType<
    (
      | typeof connectCalendly
      | typeof connectSms
      | typeof connectTarget
      | typeof connectTeams
      | typeof connectTickets
    )["run"]
  >
>

/** The connection, with the webhook URL and secret to enter at the vendor. */
export type Connected = Integration & Partial<Pick<ConnectedItTickets, "webhook_secret" | "webhook_url">>

/** Strips the app's name from the message: the title shows it. */
const withoutApp = ({ error }: { readonly error: string }) => error.replace(/^[a-z-]+: /, "")
const refusals = { CredentialRefused: withoutApp, VendorUnanswering: withoutApp }

interface ConnectFormProps {
  readonly title: string
  readonly why: string
  /** Settings of the existing connection, prefilled. */
  readonly before: Integration["config"]
  readonly onConnected: (connected: Connected) => void
  readonly onClose: () => void
}

const textIn = (config: Integration["config"], name: string): string => {
  const value = config?.[name]
  return typeof value === "string" ? value : ""
}

const dialogOf = <A, Name extends string>(
  schema: Schema.Decoder<A> & { readonly fields: Readonly<Record<NoInfer<Name>, Schema.Decoder<unknown>>> },
  connect: Action<A, Connected, ConnectFailure>,
  ways: readonly [Way<Name>, ...ReadonlyArray<Way<Name>>]
): FunctionComponent<ConnectFormProps> => {
  const namesOf = ({ fields }: Way<Name>) => Struct.keys(fields)
  const kinds: Readonly<Record<Name, Typed>> = Object.assign({}, ...ways.map(({ fields }) => fields))
  return ({ before, onClose, onConnected, title, why }) => {
    const words = useWords().connecting
    const labels: Readonly<Record<string, string>> = words.fields
    const helps: Readonly<Record<string, string>> = words.helps
    const isKnown = ({ fixed = {} }: Way<Name>) =>
      Object.entries(fixed).some(([name, value]) => textIn(before, name) === value)
    const [way, setWay] = useState(ways.find(isKnown) ?? ways[0])
    const [lines, setLines] = useState("")
    const names = namesOf(way)
    const list = names.find((name) => kinds[name] === "lines")
    const listed = lines.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]))
    const known = (name: Name) => (names.includes(name) && kinds[name] === "text" ? textIn(before, name) : "")
    const form = useForm(
      schema,
      Record.map(kinds, (_, name) => known(name)),
      {
        ...way.fixed,
        ...(list !== undefined && listed.length > 0 ? { [list]: listed } : {})
      }
    )
    const connecting = useAction(connect, { onDone: onConnected })
    const choose = (chosen: string) => {
      const next = ways.find(({ name }) => name === chosen) ?? ways[0]
      // Fields of the other way are not sent.
      form.prefill(Record.map(form.text, (text, name) => (namesOf(next).includes(name) ? text : "")))
      setWay(next)
    }
    const flaw = form.wrong("")
    return (
      <Dialog
        title={title}
        why={why}
        wide={names.length > 3}
        onClose={onClose}
        onSubmit={() => form.submit(connecting.start)}
        actions={
          <DialogActions busy={connecting.busy} onDecline={onClose}>
            {before === null ? words.connect : words.reconnect}
          </DialogActions>
        }
      >
        {flaw !== undefined && <Banner tone="bad" title={flaw} />}
        <Refusal of={connecting.result} refusals={refusals} />
        {ways.length > 1 && (
          <SelectField
            label={words.variant}
            value={way.name ?? ""}
            choices={ways.flatMap(({ name }) => (name === undefined ? [] : [[name, words.variants[name]] as const]))}
            onInput={choose}
          />
        )}
        <Columns>
          {names.map((name) => {
            const kind = kinds[name] ?? "text"
            const field = form.field(name)
            const required = field.required || way.needs?.includes(name) === true
            const common = { label: labels[name] ?? name, help: helps[name] }
            if (kind === "lines") {
              return <AreaField key={name} {...common} code value={lines} wrong={form.wrong(name)} onInput={setLines} />
            }
            if (kind === "area") return <AreaField key={name} {...common} code {...field} required={required} />
            if (kind === "text") {
              return <TextField key={name} {...common} autoComplete="off" {...field} required={required} />
            }
            if (kind === "secret") {
              return (
                <TextField
                  key={name}
                  {...common}
                  type="password"
                  autoComplete="new-password"
                  {...field}
                  required={required}
                />
              )
            }
            const choices = [["", "–"] as const, ...kind.map((value) => [value, value] as const)]
            return <SelectField key={name} {...common} choices={choices} {...field} required={required} />
          })}
        </Columns>
        <Text size="small" tone="3">
          {words.trying}
        </Text>
      </Dialog>
    )
  }
}

/** Connect dialog of one app; the credential is tested before it is saved. */
export const connectForm = <A, Name extends FieldName>(
  schema: Schema.Decoder<A> & { readonly fields: Readonly<Record<NoInfer<Name>, Schema.Decoder<unknown>>> },
  connect: Action<A, Connected, ConnectFailure>,
  ways: readonly [Way<Name>, ...ReadonlyArray<Way<Name>>]
) => dialogOf(schema, connect, ways)

/** The same, with all fields of the connect route's body in order. */
export const bodyForm = <A,>(
  body: Schema.Decoder<A> & { readonly fields: Readonly<Record<string, Schema.Decoder<unknown>>> },
  connect: Action<A, Connected, ConnectFailure>
) => dialogOf(body, connect, [{ fields: Record.map(body.fields, (field) => (isSecret(field) ? "secret" : "text")) }])
