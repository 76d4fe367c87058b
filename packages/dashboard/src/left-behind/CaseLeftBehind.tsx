import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { CaseLeftBehind as Shown, LeftBehindItem } from "@svc/contract/left-behind/schema"
import { useState } from "preact/hooks"
import { useMay, useUser } from "../accounts/data.ts"
import { Badge, type Tone } from "../design/Badge.tsx"
import { Banner } from "../design/Banner.tsx"
import { Button } from "../design/Button.tsx"
import { Card } from "../design/Card.tsx"
import { Line, Said, Stack } from "../design/layout.tsx"
import { Table } from "../design/Table.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { Loaded } from "../platform/Loaded.tsx"
import { type Decision, leftBehindOf, lookAgain, takeOver } from "./data.ts"
import { DecisionDialog } from "./DecisionDialog.tsx"
import { OfferDialog } from "./OfferDialog.tsx"

const tones: Readonly<Record<LeftBehindItem["disposition"], Tone>> = {
  pending: "watch",
  revoked: "good",
  transferred: "good",
  accepted: "calm"
}

type Asked =
  | { readonly kind: "decision"; readonly decision: Decision; readonly of: LeftBehindItem }
  | { readonly kind: "offer"; readonly of: LeftBehindItem }

/** What could not be seen, in the words of the service. */
const Hidden = ({ apps }: Pick<Shown, "apps">) => {
  const words = useWords().leftBehind
  const hidden = apps.flatMap(({ kinds, service }) =>
    kinds.flatMap(({ kind, sight, why }) => (sight === "not_visible" ? [{ service, kind, why }] : []))
  )
  return (
    hidden.length > 0 && (
      <Banner tone="watch" title={words.hidden}>
        {hidden.map(({ kind, service, why }) => (
          <Said as="div" size="small" key={`${service} ${kind}`}>
            {`${service}, ${words.kinds[kind]}: ${why ?? ""}`}
          </Said>
        ))}
      </Banner>
    )
  )
}

const Items = ({
  items,
  mayAct,
  onAsk
}: {
  readonly items: Shown["items"]
  readonly mayAct: boolean
  readonly onAsk: (asked: Asked) => void
}) => {
  const words = useWords().leftBehind
  const user = useUser()
  const { may } = useMay()
  const taking = useAction(takeOver)
  const isTheirs = ({ new_owner }: LeftBehindItem) => new_owner?.email.toLowerCase() === user.email.toLowerCase()
  return (
    <>
      <Refusal
        of={taking.result}
        refusals={{
          LeftBehindCaseCancelled: ({ error }) => error,
          LeftBehindNotFound: ({ error }) => error,
          LeftBehindSettled: ({ error }) => error,
          NoNewOwner: ({ error }) => error
        }}
      />
      <Table
        label={words.title}
        rows={items}
        keyOf={({ id }) => id}
        columns={[
          {
            name: words.what,
            cell: ({ kind, label, message, service, stops_the_cut }) => (
              <Stack>
                <Said strong>{label}</Said>
                <Said size="small" tone="2">{`${service}, ${words.kinds[kind]}`}</Said>
                {stops_the_cut !== null && (
                  <Said size="small" tone="bad">
                    {stops_the_cut}
                  </Said>
                )}
                {message !== null && (
                  <Said size="small" tone="watch">
                    {message}
                  </Said>
                )}
              </Stack>
            ),
            align: "main"
          },
          {
            name: words.state,
            cell: ({ disposition, new_owner }) => (
              <Stack>
                <Badge tone={tones[disposition]}>{words.dispositions[disposition]}</Badge>
                {new_owner !== null && (
                  <Said size="small" tone="2">
                    {new_owner.accepted_at === null ? words.offered(new_owner.name) : words.takenOver(new_owner.name)}
                  </Said>
                )}
              </Stack>
            ),
            align: "tight"
          },
          {
            name: words.act,
            quiet: true,
            cell: (of) =>
              of.disposition === "pending" && (
                <Line gap={1}>
                  {of.new_owner !== null &&
                    of.new_owner.accepted_at === null &&
                    (isTheirs(of) || may("access_revoke")) && (
                      <Button size="small" busy={taking.busy} onClick={() => taking.start({ of })}>
                        {words.takeOver}
                      </Button>
                    )}
                  {mayAct && (
                    <>
                      <Button size="small" look="quiet" onClick={() => onAsk({ kind: "offer", of })}>
                        {words.offer}
                      </Button>
                      <Button
                        size="small"
                        look="quiet"
                        onClick={() => onAsk({ kind: "decision", decision: "done", of })}
                      >
                        {words.decisions.done.act}
                      </Button>
                      <Button
                        size="small"
                        look="quiet"
                        onClick={() => onAsk({ kind: "decision", decision: "accept", of })}
                      >
                        {words.decisions.accept.act}
                      </Button>
                      {of.stops_the_cut !== null && of.go === null && user.role === "superadmin" && (
                        <Button
                          size="small"
                          look="danger"
                          onClick={() => onAsk({ kind: "decision", decision: "go", of })}
                        >
                          {words.decisions.go.act}
                        </Button>
                      )}
                    </>
                  )}
                </Line>
              ),
            align: "end"
          }
        ]}
      />
    </>
  )
}

/** What this person leaves behind; nothing where no app of theirs shows any of it. */
export const CaseLeftBehind = ({ id, mayAct }: { readonly id: OffboardingId; readonly mayAct: boolean }) => {
  const words = useWords().leftBehind
  const [asked, setAsked] = useState<Asked>()
  const looking = useAction(lookAgain)
  const close = () => setAsked(undefined)
  return (
    <Loaded of={leftBehindOf(id)} bones={null} refusals={{ LeftBehindCaseNotFound: ({ error }) => error }}>
      {(shown) =>
        (shown.total > 0 || shown.apps.some(({ kinds }) => kinds.length > 0)) && (
          <Card
            title={words.title}
            flush
            actions={
              mayAct && (
                <Button
                  size="small"
                  look="quiet"
                  busy={looking.busy || shown.looking}
                  onClick={() => looking.start(id)}
                >
                  {words.lookAgain}
                </Button>
              )
            }
          >
            <Refusal
              of={looking.result}
              refusals={{
                LeftBehindCaseCancelled: ({ error }) => error,
                LeftBehindCaseNotFound: ({ error }) => error,
                LeftBehindOff: ({ error }) => error
              }}
            />
            <Hidden apps={shown.apps} />
            {shown.items.length > 0 && <Items items={shown.items} mayAct={mayAct} onAsk={setAsked} />}
            {asked?.kind === "decision" && <DecisionDialog of={asked.of} decision={asked.decision} onClose={close} />}
            {asked?.kind === "offer" && <OfferDialog of={asked.of} onClose={close} />}
          </Card>
        )
      }
    </Loaded>
  )
}
