import { assert, describe, it } from "@effect/vitest"
import { InitiationId } from "@svc/contract/kernel/ids"
import { DateTime, Option, Redacted } from "effect"
import { messageOf, slackMessage, teamsCard } from "#offboarding/chat/message"
import { type ChatFact, factOf, meaningOf, meaningOfStatus, nextAttempt } from "#offboarding/chat/rules"
import { isFresh, isSignedWith } from "#offboarding/chat/signature"

const subject = {
  id: "1",
  name: "Ada",
  language: "en" as const,
  exitDate: "2026-03-31",
  department: "",
  submitter: null
}
const now = DateTime.makeUnsafe("2026-03-02T09:00:00Z")

describe("what a message says", () => {
  it("the last stage is told as completed", () => {
    const moved = messageOf({ _tag: "moved", from: "asset_recovery", to: "completed" }, subject, "https://svc.test")
    assert.strictEqual(moved.title, "Offboarding completed")
    assert.strictEqual(moved.text, "The offboarding of Ada is completed.")
  })

  it("buttons stand only where somebody can decide and the signature can be checked", () => {
    const waiting = messageOf({ _tag: "waiting" }, subject, "https://svc.test")
    assert.include(JSON.stringify(slackMessage(waiting, { interactive: true })), "initiation_approve")
    assert.notInclude(JSON.stringify(slackMessage(waiting, { interactive: false })), "initiation_approve")
    const created = messageOf({ _tag: "created" }, subject, "https://svc.test")
    assert.notInclude(JSON.stringify(slackMessage(created, { interactive: true })), "initiation_approve")
  })

  it("a name mentions nobody in Slack and links nowhere in Teams", () => {
    const created = messageOf(
      { _tag: "created" },
      { ...subject, name: "<!channel> [x](http://evil.test)" },
      "https://svc.test"
    )
    assert.notInclude(JSON.stringify(slackMessage(created, { interactive: true })), "<!channel>")
    assert.notInclude(JSON.stringify(teamsCard(created)), "[x](")
  })

  it("every kind has words in German", () => {
    const facts: ReadonlyArray<ChatFact> = [
      { _tag: "created" },
      { _tag: "imported", source: "csv", count: 2 },
      { _tag: "moved", from: "pending", to: "it_revocation" },
      { _tag: "moved_together", count: 2, to: "completed", sources: ["schedule"] },
      { _tag: "left", apps: 1 },
      { _tag: "waiting" }
    ]
    for (const fact of facts) {
      const of = (language: "en" | "de") => messageOf(fact, { ...subject, language, name: null }, "https://svc.test")
      assert.notStrictEqual(of("de").title, of("en").title)
      assert.notStrictEqual(of("de").text, of("en").text)
      assert.strictEqual(of("de").buttons.open, "Öffnen")
    }
  })

  it("an approval that was handed over is its delegate's alone", () => {
    const handed = { _tag: "initiation.waiting" as const, userIds: [], delegated: true }
    const id = InitiationId.make("00000000-0000-4000-8000-000000000001")
    assert.isNull(factOf({ ...handed, initiationId: id }, null))
    assert.isNotNull(factOf({ ...handed, initiationId: id, delegated: false }, null))
  })
})

describe("whether a message is tried again", () => {
  it("a minute after the first try, and no more after a day", () => {
    assert.deepStrictEqual(nextAttempt(1, now), Option.some(DateTime.add(now, { minutes: 1 })))
    assert.isTrue(Option.isNone(nextAttempt(7, now)))
  })

  it("what passes by itself is tried again, what lasts is not, and a bad token is told from both", () => {
    assert.deepStrictEqual(meaningOf("ratelimited"), { final: false, refused: false })
    assert.deepStrictEqual(meaningOf("channel_not_found"), { final: true, refused: false })
    assert.deepStrictEqual(meaningOf("token_revoked"), { final: true, refused: true })
    assert.deepStrictEqual(meaningOfStatus(503), { final: false, refused: false })
    assert.deepStrictEqual(meaningOfStatus(429), { final: false, refused: false })
    assert.deepStrictEqual(meaningOfStatus(404), { final: true, refused: false })
  })
})

describe("Slack's signature", () => {
  // The example of Slack's own documentation, "Verifying requests from Slack".
  const example = {
    timestamp: "1531420618",
    signature: "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
    body: "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
  }

  it("is that of Slack's own example, and of no other body, time or secret", () => {
    const secret = Redacted.make("8f742231b10e8888abcd99yyyzzz85a5")
    assert.isTrue(isSignedWith(example, secret))
    assert.isFalse(isSignedWith({ ...example, body: `${example.body}x` }, secret))
    assert.isFalse(isSignedWith({ ...example, timestamp: "1531420619" }, secret))
    assert.isFalse(isSignedWith(example, Redacted.make("other")))
    assert.isFalse(isSignedWith(example, Redacted.make("")))
  })

  it("holds for five minutes", () => {
    const at = (seconds: number) => DateTime.makeUnsafe((1_531_420_618 + seconds) * 1000)
    assert.isTrue(isFresh(example, at(300)))
    assert.isFalse(isFresh(example, at(301)))
    assert.isFalse(isFresh(example, at(-301)))
    assert.isFalse(isFresh({ ...example, timestamp: "soon" }, at(0)))
  })
})
