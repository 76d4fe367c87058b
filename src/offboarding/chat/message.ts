import type { WrittenLanguage } from "#records/organisation-language"
import type { ChatFact } from "./rules.ts"
import { de } from "./words.de.ts"
import { type ChatWords, en } from "./words.en.ts"

/** The record that a message is about, as it is when the message is sent. */
interface Subject {
  readonly id: string
  /** Null where the organization wants no names in notifications. */
  readonly name: string | null
  /** Of the organization. */
  readonly language: WrittenLanguage
  readonly exitDate: string
  readonly department: string
  /** The requester; null for an offboarding. */
  readonly submitter: string | null
  /** Of the request that the message shows. Default: 1. */
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
  readonly buttons: ChatWords["buttons"]
}

export const chatWords: Readonly<Record<WrittenLanguage, ChatWords>> = { en, de }

/** The fact in words. */
export const messageOf = (fact: ChatFact, subject: Subject, link: string): ChatMessage => {
  const { actor = null, department, exitDate, id, language, name, revision = 1, submitter } = subject
  const words = chatWords[language]
  const { labels } = words
  const facts = [
    { label: labels.lastDay, value: exitDate },
    ...(department === "" ? [] : [{ label: labels.department, value: department }]),
    ...(submitter === null ? [] : [{ label: labels.requester, value: submitter }])
  ]
  const of = (text: Pick<ChatMessage, "title" | "text">, decides: string | null = null) => ({
    ...text,
    facts,
    link,
    decides,
    buttons: words.buttons
  })
  switch (fact._tag) {
    case "created":
      return of(words.created(name, actor))
    case "imported":
      return { ...of(words.imported(fact.count, fact.source, actor)), facts: [] }
    case "moved_together":
      return { ...of(words.movedTogether(fact.count, fact.to, fact.sources)), facts: [] }
    case "moved":
      return of(words.moved(name, { from: fact.from, to: fact.to, source: fact.source ?? null }, actor))
    case "left":
      return of(words.left(name, fact.apps))
    case "waiting":
      return of(words.waiting(name, submitter), revision === 1 ? id : `${id}:${revision}`)
  }
}

/** Slack's three control characters; escaped, a name can neither mention nor link. */
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
  { buttons, decides, facts, link, text, title }: ChatMessage,
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
              button(buttons.approve, { style: "primary", action_id: approveAction, value: decides }),
              button(buttons.reject, { style: "danger", action_id: rejectAction, value: decides })
            ]
          : []),
        button(buttons.open, { action_id: "open", url: link })
      ]
    }
  ]
})

/** Replaces the message after the decision. */
export const slackDecided = (text: string) => ({
  replace_original: true,
  text: slackText(text),
  blocks: [{ type: "section", text: { type: "mrkdwn", text: slackText(text), verbatim: true } }]
})

/** Shown only to the user who chose the button. */
export const slackRefusal = (text: string) => ({
  response_type: "ephemeral",
  replace_original: false,
  text: slackText(text)
})

/** Cards support some Markdown: a name must be text, not a link. */
const cardText = (text: string) => text.replaceAll(/[\\`*_[\]()#<>~|!-]/g, (character) => `\\${character}`)

/** An adaptive card in the envelope that workflows of Teams take. */
export const teamsCard = ({ buttons, facts, link, text, title }: ChatMessage) => ({
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
        actions: [{ type: "Action.OpenUrl", title: buttons.open, url: link }]
      }
    }
  ]
})
