import { leadsTo } from "@svc/dashboard/leads"
import { DateTime, Effect } from "effect"
import { Live } from "#outgoing/live/service"
import { inMail, isLink, unlinked } from "#platform/mail/given-text"
import { Mails } from "#outgoing/mails/service"
import type { Envelope } from "#outgoing/outbox/service"
import { AppConfig } from "#platform/config/config"
import { NotificationsRepo } from "./repo.ts"
import { casework, defaultWays, importNotice, isNotified, type Notice, noticeOf } from "./rules.ts"
import { de } from "./texts/de.ts"
import { en } from "./texts/en.ts"
import type { Facts, Language, NotificationText, Texts } from "./texts/text.ts"

const texts: Readonly<Record<Language, Texts>> = { en, de }

/** Characters of a tenant's text in an email. */
const maxName = 60

type Write = (texts: Texts, facts: Facts) => NotificationText

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
  const root = baseUrl.replace(/\/$/, "")

  const write = Effect.fnUntraced(function* (
    { actorId, orgId }: Envelope,
    { audience, data, offboardingId, type }: Notice,
    namedByEvent: string | null,
    textIn: Write
  ) {
    const { actor, last_day, names, organisation, person, requester } = yield* repo.subject({
      orgId,
      actorId,
      offboardingId: data["offboardingId"] ?? null,
      initiationId: data["initiationId"] ?? null,
      userId: data["userId"] ?? null
    })
    const inApp: Facts = { person: person ?? namedByEvent, lastDay: last_day, actor, requester, show: (text) => text }
    const inEmail: Facts = {
      lastDay: last_day,
      person: names ? harmless(inApp.person) : null,
      actor: harmless(actor),
      requester: harmless(requester),
      show: unlinked
    }
    const told = yield* repo.tell({
      orgId,
      type,
      texts: { en: textIn(en, inApp), de: textIn(de, inApp) },
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
        const { action, body, reason, title } = textIn(texts[language], inEmail)
        return mails.queue({
          orgId,
          to,
          subject: title,
          loggedSubject: `Notification: ${type}`,
          paragraphs: [body],
          action: { label: action, url: `${root}${leadsTo({ type, data }) ?? "/notifications"}` },
          note: texts[language].why(reason, unlinked(inMail(organisation, maxName))),
          language
        })
      },
      { discard: true }
    )
  })

  return Effect.fnUntraced(function* (envelope: Envelope) {
    const { event, orgId } = envelope
    if (event._tag === "offboardings.imported") {
      const seen = yield* repo.seenAmong(orgId, casework, event.offboardingIds)
      // Members who see different parts of it read different numbers.
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
      return
    }
    if (!isNotified(event)) return
    const notice = noticeOf(event)
    if (notice === null) return
    const named = "employeeName" in event && event.employeeName !== "[erased]" ? event.employeeName : null
    yield* write(envelope, notice, named, (language, facts) => language.of(event, facts))
  })
})
