import type { StageChangeSource } from "@svc/contract/offboardings/schema"
import { stageNames } from "@svc/contract/offboardings/stage-names"
import type { ChatFact } from "./rules.ts"

/** Whom a message is about, as the records say it when it is sent. */
interface Subject {
  readonly id: string
  readonly name: string
  readonly exitDate: string
  readonly department: string
  /** Who submitted the initiation; null for a case. */
  readonly submitter: string | null
  /** Of the initiation: what is told here is that one. 1 when left out. */
  readonly revision?: number
  /** The member who did it; null for a key, a setting and the system. */
  readonly actor?: string | null
}

export interface ChatMessage {
  readonly title: string
  /** A sentence. */
  readonly text: string
  readonly facts: ReadonlyArray<{ readonly label: string; readonly value: string }>
  readonly link: string
  /** What Approve and Reject decide, as `decidedBy` reads it; null when there is nothing to decide. */
  readonly decides: string | null
}

const settings: Readonly<Partial<Record<StageChangeSource, string>>> = {
  automation: "“Move on when the conditions are met”",
  schedule: "“Begin access revocation on the last day”"
}

const number = new Intl.NumberFormat("en-US")
const counted = (count: number) => `${number.format(count)} offboarding${count === 1 ? "" : "s"}`

/** The fact in words. */
export const messageOf = (fact: ChatFact, subject: Subject, link: string): ChatMessage => {
  const { actor = null, department, exitDate, id, name, revision = 1, submitter } = subject
  const facts = [
    { label: "Last day", value: exitDate },
    ...(department === "" ? [] : [{ label: "Department", value: department }]),
    ...(submitter === null ? [] : [{ label: "Submitted by", value: submitter }])
  ]
  const told = (title: string, text: string, decides: string | null = null) => ({ title, text, facts, link, decides })
  const several = (title: string, text: string) => ({ title, text, facts: [], link, decides: null })
  switch (fact._tag) {
    case "created":
      return told(
        "New offboarding",
        actor === null ? `An offboarding for ${name} was created.` : `${actor} started an offboarding for ${name}.`
      )
    case "imported": {
      const verb = fact.source === "csv" ? "imported" : "created"
      const what = counted(fact.count)
      return several(
        `${what} ${verb}`,
        `${actor ?? "A member"} ${verb} ${what}${fact.source === "csv" ? " from a CSV file" : " together"}. Open the list to check last days and apps.`
      )
    }
    case "moved_together": {
      const what = counted(fact.count)
      const names = fact.sources.flatMap((source) => settings[source] ?? []).join(" and ")
      return several(
        fact.to === null ? `${what} moved to their next stage` : `${what} moved to ${stageNames[fact.to]}`,
        `The ${fact.sources.length === 1 ? "setting" : "settings"} ${names} moved ${what}. Open the list to see what is left to do.`
      )
    }
    case "moved": {
      const setting = fact.source === undefined ? undefined : settings[fact.source]
      const who = actor ?? (setting === undefined ? undefined : `The setting ${setting}`)
      return fact.to === "completed"
        ? told(
            "Offboarding completed",
            who === undefined
              ? `The offboarding of ${name} is completed.`
              : `${who} completed the offboarding of ${name}.`
          )
        : told(
            fact.to === "cancelled" ? "Offboarding canceled" : `Offboarding moved to ${stageNames[fact.to]}`,
            who === undefined
              ? `The offboarding of ${name} moved from ${stageNames[fact.from]} to ${stageNames[fact.to]}.`
              : `${who} moved the offboarding of ${name} from ${stageNames[fact.from]} to ${stageNames[fact.to]}.`
          )
    }
    case "left":
      return told(
        "Access not revoked",
        `${name} still has access: ${fact.apps === 1 ? "1 app" : `${fact.apps} apps`} could not be revoked. Retry, or remove the access in the app and mark it as removed.`
      )
    case "waiting":
      return told(
        "Approve offboarding",
        `${submitter ?? "A member"} requests an offboarding for ${name}. Approve or reject the request.`,
        revision === 1 ? id : `${id}:${revision}`
      )
  }
}

/** Slack's own three characters; with them gone a name can mention nobody and link nowhere. */
const slackText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const button = (text: string, more: object) => ({ type: "button", text: { type: "plain_text", text }, ...more })

export const approveAction = "initiation_approve"
export const rejectAction = "initiation_reject"

/** The initiation that a button decides, and the revision of it that was shown with the button. */
export const decidedBy = (value: string): { readonly id: string; readonly revision: number } => {
  const [id = "", revision = "1"] = value.split(":")
  return { id, revision: Number(revision) }
}

/** Blocks of the Block Kit, with the same as plain text for notifications. */
export const slackMessage = (
  { decides, facts, link, text, title }: ChatMessage,
  options: { readonly interactive: boolean }
) => ({
  text: slackText(`${title}: ${text}`),
  unfurl_links: false,
  blocks: [
    { type: "header", text: { type: "plain_text", text: title } },
    { type: "section", text: { type: "mrkdwn", text: slackText(text), verbatim: true } },
    // Slack takes no empty list of fields.
    ...(facts.length === 0
      ? []
      : [
          {
            type: "section",
            fields: facts.map(({ label, value }) => ({ type: "plain_text", text: `${label}: ${value}`.slice(0, 2000) }))
          }
        ]),
    {
      type: "actions",
      elements: [
        ...(decides !== null && options.interactive
          ? [
              button("Approve", { style: "primary", action_id: approveAction, value: decides }),
              button("Reject", { style: "danger", action_id: rejectAction, value: decides })
            ]
          : []),
        button("Open", { action_id: "open", url: link })
      ]
    }
  ]
})

/** What the message becomes once it was decided. */
export const slackDecided = (text: string) => ({
  replace_original: true,
  text: slackText(text),
  blocks: [{ type: "section", text: { type: "mrkdwn", text: slackText(text), verbatim: true } }]
})

/** Shown to the one who pressed the button alone. */
export const slackRefusal = (text: string) => ({
  response_type: "ephemeral",
  replace_original: false,
  text: slackText(text)
})

/** Cards know a little Markdown: a name is to be read, not to be a link. */
const cardText = (text: string) => text.replaceAll(/[\\`*_[\]()#<>~|!-]/g, (character) => `\\${character}`)

/** An adaptive card in the envelope that workflows of Teams take. */
export const teamsCard = ({ facts, link, text, title }: ChatMessage) => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.4",
        body: [
          { type: "TextBlock", text: title, weight: "Bolder", size: "Medium", wrap: true },
          { type: "TextBlock", text: cardText(text), wrap: true },
          {
            type: "FactSet",
            facts: facts.map(({ label, value }) => ({ title: label, value: cardText(value) }))
          }
        ],
        actions: [{ type: "Action.OpenUrl", title: "Open", url: link }]
      }
    }
  ]
})
