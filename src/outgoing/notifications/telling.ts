import { leadsTo } from "@svc/dashboard/leads"
import { offboarding } from "@svc/dashboard/pages"
import type { OffboardingsImported, OffboardingsMoved } from "@svc/contract/offboardings/events"
import { DateTime, Effect } from "effect"
import { Live } from "#outgoing/live/service"
import { inMail, isLink, unlinked } from "#platform/mail/given-text"
import { Mails } from "#outgoing/mails/service"
import type { Envelope } from "#outgoing/outbox/service"
import { AppConfig } from "#platform/config/config"
import { NotificationsRepo } from "./repo.ts"
import {
  casework,
  defaultWays,
  importNotice,
  isNotified,
  maxListed,
  movedNotice,
  movedTogether,
  type Notice,
  noticeOf
} from "./rules.ts"
import { de } from "./texts/de.ts"
import { en } from "./texts/en.ts"
import type { Facts, Language, NotificationText, Texts } from "./texts/text.ts"

const texts: Readonly<Record<Language, Texts>> = { en, de }

/** Characters of a tenant's text in an email. */
const maxName = 60

type Write = (texts: Texts, facts: Facts) => NotificationText

/** In the app a list follows the sentence. */
const inOneText = ({ body, list, title }: NotificationText) => ({
  title,
  body: list === undefined ? body : `${body} ${[...list.lines, ...(list.more === null ? [] : [list.more])].join("; ")}.`
})

/** A name in an email: none where it could be followed like a link. */
const harmless = (name: string | null) => {
  const shown = name === null ? null : inMail(name, maxName)
  return shown === null || shown === "" || isLink(shown) ? null : shown
}

/**
 * The verb `Notifications.tell`: the notice in the app and the email, both in the language of the reader, about the record
 * that the event names, with a link to it.
 */
export const makeTell = Effect.gen(function* () {
  const repo = yield* NotificationsRepo
  const mails = yield* Mails
  const live = yield* Live
  const { baseUrl } = yield* AppConfig

  const write = Effect.fnUntraced(function* (
    { actorId, orgId }: Envelope,
    { audience, data, offboardingId, type }: Notice,
    namedByEvent: string | null,
    textIn: Write,
    /** Of the records that the text lists. */
    pages: ReadonlyArray<string> = []
  ) {
    const { actor, last_day, names, organisation, person, requester } = yield* repo.subject({
      orgId,
      actorId,
      offboardingId: data["offboardingId"] ?? null,
      initiationId: data["initiationId"] ?? null,
      userId: data["userId"] ?? null
    })
    const inApp: Facts = {
      person: person ?? namedByEvent,
      lastDay: last_day,
      actor,
      requester,
      name: (given) => given,
      show: (text) => text
    }
    const inMails = (given: string | null) => (names ? harmless(given) : null)
    const inEmail: Facts = {
      lastDay: last_day,
      person: inMails(inApp.person),
      name: inMails,
      actor: harmless(actor),
      requester: harmless(requester),
      show: unlinked
    }
    const told = yield* repo.tell({
      orgId,
      type,
      texts: { en: inOneText(textIn(en, inApp)), de: inOneText(textIn(de, inApp)) },
      data,
      ...audience,
      offboardingId,
      about: {
        offboardingId: data["offboardingId"] ?? null,
        initiationId: data["initiationId"] ?? null,
        employeeId: data["employeeId"] ?? null
      },
      inAppByDefault: defaultWays[type].in_app,
      mailByDefault: defaultWays[type].email,
      now: DateTime.toDateUtc(yield* DateTime.now)
    })
    yield* live.noticesWritten(
      orgId,
      told.filter(({ in_app }) => in_app).map(({ user_id }) => user_id)
    )
    yield* Effect.forEach(
      told.flatMap(({ email, language }) => (email === null ? [] : [{ language, to: email }])),
      ({ language, to }) => {
        const { action, body, list, reason, title } = textIn(texts[language], inEmail)
        return mails.queue({
          orgId,
          to,
          subject: title,
          loggedSubject: `Notification: ${type}`,
          paragraphs: [body],
          ...(list === undefined
            ? {}
            : {
                list: {
                  items: list.lines.map((text, index) => ({
                    text,
                    url: `${baseUrl}${pages[index] ?? "/offboardings"}`
                  })),
                  more: list.more
                }
              }),
          action: { label: action, url: `${baseUrl}${leadsTo({ type, data }) ?? "/notifications"}` },
          note: texts[language].why(reason, unlinked(inMail(organisation, maxName))),
          language
        })
      },
      { discard: true }
    )
  })

  /** Members who see different parts of an import read different numbers. */
  const writeImported = Effect.fnUntraced(function* (envelope: Envelope, event: typeof OffboardingsImported.Type) {
    const seen = yield* repo.seenAmong(envelope.orgId, casework, event.offboardingIds, 0)
    yield* Effect.forEach(
      Map.groupBy(seen, ({ cases }) => cases),
      ([cases, members]) =>
        write(
          envelope,
          importNotice(
            event,
            cases,
            members.map(({ user_id }) => user_id)
          ),
          null,
          (language, facts) => language.imported(event, cases, facts)
        ),
      { discard: true }
    )
  })

  /** Members who see the same of the moves read the same list; one move alone reads like any other. */
  const writeMoved = Effect.fnUntraced(function* (envelope: Envelope, { moves }: typeof OffboardingsMoved.Type) {
    const { orgId } = envelope
    const ids = moves.map(({ offboardingId }) => offboardingId)
    const seen = yield* repo.seenAmong(orgId, casework, ids, maxListed)
    const named = yield* repo.named(orgId, [...new Set(seen.flatMap(({ first }) => first))])
    yield* Effect.forEach(
      Map.groupBy(seen, ({ cases, first }) => [cases, ...first].join(" ")).values(),
      (members) => {
        const [reader] = members
        if (reader === undefined) return Effect.void
        const listed = reader.first.flatMap((id) => {
          const move = moves.find(({ offboardingId }) => offboardingId === id)
          const record = named.find((one) => one.id === id)
          return move === undefined
            ? []
            : [{ ...move, person: record?.person ?? null, lastDay: record?.last_day ?? null }]
        })
        const together = movedTogether(moves, reader.cases, listed)
        const [only] = listed
        return write(
          envelope,
          movedNotice(
            together,
            members.map(({ user_id }) => user_id)
          ),
          null,
          (language, facts) =>
            reader.cases === 1 && only !== undefined
              ? language.of({ _tag: "offboarding.stage_changed", employeeName: only.person ?? "", ...only }, facts)
              : language.movedTogether(together, facts),
          listed.map(({ offboardingId: id }) => offboarding({ id }))
        )
      },
      { discard: true }
    )
  })

  return Effect.fnUntraced(function* (envelope: Envelope) {
    const { event } = envelope
    if (event._tag === "offboardings.imported") return yield* writeImported(envelope, event)
    if (event._tag === "offboardings.moved") return yield* writeMoved(envelope, event)
    if (!isNotified(event)) return
    const notice = noticeOf(event)
    if (notice === null) return
    const named = "employeeName" in event && event.employeeName !== "[erased]" ? event.employeeName : null
    yield* write(envelope, notice, named, (language, facts) => language.of(event, facts))
  })
})
